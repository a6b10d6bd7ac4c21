// The page that prints the rules of a table on one sheet: the server makes it.

import { currentLanguage } from "../words.svelte";

export const ruleSheetAddress = (rules: string): string =>
  `/rules/print?${new URLSearchParams({ rules, language: currentLanguage() }).toString()}`;
