// The caches that this site keeps in a browser, by name: the page of one version, and the files of practice.

export const PRACTICE_LIST = "/practice/practice.json";

const PAGE = "cambio-page-";
const PRACTICE = "cambio-practice-";

export const pageCache = (version: string): string => PAGE + version;
export const isPageCache = (name: string): boolean => name.startsWith(PAGE);
export const practiceCache = (version: string): string => PRACTICE + version;
export const isPracticeCache = (name: string): boolean => name.startsWith(PRACTICE);
