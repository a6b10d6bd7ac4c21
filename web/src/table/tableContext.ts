// Whoever is inside a table's screen finds the sitting here.

import { createContext } from "svelte";
import type { Sitting } from "../lib/sitting.svelte";

export const [useTableState, provideTableState] = createContext<Sitting>();
