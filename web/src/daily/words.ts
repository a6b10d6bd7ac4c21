// The pages of daily deals bring their words.

import { addWords } from "../lib/words.svelte";
import { dailyEn } from "../lib/words/dailyEn";
import { dailyEs } from "../lib/words/dailyEs";

addWords({ en: dailyEn, es: dailyEs });
