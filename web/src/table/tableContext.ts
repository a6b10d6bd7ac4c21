// The state of the table for all components of its screen, by Svelte's context.

import { createContext } from "svelte";
import type { TableState } from "../lib/state/tableState.svelte";

export const [useTableState, provideTableState] = createContext<TableState>();
