// English. What only practice says; fetched with that page.

export const practiceEn = {
  "practice.title": "Practise offline",
  "practice.about":
    "Play against bots in this browser, without any server: the same rules, the same bots, the same table. It counts for nothing, and nobody sees it.",
  "practice.offer": "For that, {size} MB are downloaded once and kept here. After that it works in a train or a plane.",
  "practice.download": "Download {size} MB",
  "practice.loading": "Downloading: {percent} %",
  "practice.starting": "The table is being set up …",
  "practice.ready": "All is here: you can practise without a network.",
  "practice.absent":
    "What practice needs is not in this browser yet, and can’t be downloaded now. When you are online, open this page once and download it.",
  "practice.insecure":
    "This browser keeps nothing for pages that come without encryption: open Cambio by an address that begins with https, or on this very machine.",
  "practice.failed": "That did not work. The network may be gone, or this browser may lack something.",
  "practice.again": "Try again",
  "practice.play": "Play",
  "practice.play.small": "you and {n} {n|bot|bots}",
  "practice.make": "House rules",
  "practice.make.small": "change any rule",
  "practice.learn": "The tutorial",
  "practice.learn.small": "four short lessons",
  "practice.continue": "Go on",
  "practice.home": "Back to the first page",
  "practice.gone":
    "That table is gone: a practice table lasts until its page is closed or loaded again. Here is a new one.",
  "practice.search": "The levels above the expert need a server: here, the expert is the strongest.",
} as const;

export type PracticeKey = keyof typeof practiceEn;
