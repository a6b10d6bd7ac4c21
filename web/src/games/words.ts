// My games bring the words for them.

import { addWords } from "../lib/words.svelte";
import { gamesEn } from "../lib/words/gamesEn";
import { gamesEs } from "../lib/words/gamesEs";

addWords({ en: gamesEn, es: gamesEs });
