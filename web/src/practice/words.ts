// Whoever practises brings the words for it.

import { addWords } from "../lib/words.svelte";
import { practiceEn } from "../lib/words/practiceEn";
import { practiceEs } from "../lib/words/practiceEs";

addWords({ en: practiceEn, es: practiceEs });
