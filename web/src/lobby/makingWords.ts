// Whoever makes a table brings the words for it, and the names of all rules.

import { addWords } from "../lib/words.svelte";
import { makingEn } from "../lib/words/makingEn";
import { makingEs } from "../lib/words/makingEs";

addWords({ en: makingEn, es: makingEs });
