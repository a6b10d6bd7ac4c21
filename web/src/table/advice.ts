// What the tutorial advises, for the parts of the table's screen: elsewhere there is no advice, and nothing changes.

import { getContext, setContext } from "svelte";
import type { Place } from "../lib/protocol";

/** The one button that is loud, and the cards that are meant. */
export type Advice = { button: string | null; places: Place[] };

const KEY = Symbol("advice");

/** The advice as it is now, or null where nobody is taught. */
export const useAdvice = (): (() => Advice) | null => getContext<(() => Advice) | undefined>(KEY) ?? null;

export const provideAdvice = (advice: () => Advice): (() => Advice) => setContext(KEY, advice);
