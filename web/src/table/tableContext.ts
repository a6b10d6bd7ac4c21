// Whoever is inside a table's screen finds the tableState here.

import { createContext } from "svelte";
import type { TableState } from "../lib/tableState.svelte";

export const [useTableState, provideTableState] = createContext<TableState>();
