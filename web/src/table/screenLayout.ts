// The layout of the table's screen for all its components, by Svelte's context.

import { createContext } from "svelte";
import type { ScreenLayout } from "../lib/screen/layoutMode";

export const [useScreenLayout, provideScreenLayout] = createContext<() => ScreenLayout>();
