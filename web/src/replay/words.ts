// Whoever watches a round again brings the words for it.

import { addWords } from "../lib/words.svelte";
import { replayEn } from "../lib/words/replayEn";
import { replayEs } from "../lib/words/replayEs";

addWords({ en: replayEn, es: replayEs });
