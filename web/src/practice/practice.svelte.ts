// Practice in this page: its server is started once, and its tables last until the page is closed or loaded anew.

import { usePractice } from "../lib/server/backend";
import { PracticeBackend, type Channel } from "./practiceBackend";
import { canKeep, findList, isKept, keepFiles, keptList, type PracticeList } from "./practiceFiles";

export type PracticeStage =
  | "asking" // whether it is here, and how large it is
  | "absent" // neither here nor to be had now
  | "offered" // to be downloaded
  | "loading"
  | "starting"
  | "ready"
  | "failed";

class Practice {
  stage: PracticeStage = $state("asking");
  list: PracticeList | null = $state.raw(null);
  /** Of the download, from 0 to 1. */
  progress = $state(0);
  #isBusy = false;

  /** Find out what is here. What is here already is started at once. */
  async open(): Promise<void> {
    if (this.#isBusy || this.stage === "ready") return;
    this.#isBusy = true;
    try {
      this.list = canKeep() ? await findList() : null;
      if (this.list === null) this.stage = "absent";
      else if (await isKept(this.list)) await this.#start(this.list);
      else this.stage = "offered";
    } finally {
      this.#isBusy = false;
    }
  }

  /** Somebody wants it. */
  async download(): Promise<void> {
    if (this.#isBusy || this.list === null) return;
    this.#isBusy = true;
    this.stage = "loading";
    try {
      await keepFiles(this.list, (share) => (this.progress = share));
      await this.#start(this.list);
    } catch {
      // An older one may still be here.
      const kept = await keptList();
      if (kept === null) this.stage = "failed";
      else await this.#start((this.list = kept));
    } finally {
      this.#isBusy = false;
    }
  }

  async #start(list: PracticeList): Promise<void> {
    this.stage = "starting";
    try {
      const worker = new Worker(new URL("./pythonWorker.ts", import.meta.url), { type: "module" });
      usePractice(await PracticeBackend.start(worker as unknown as Channel, list));
      this.stage = "ready";
    } catch (error) {
      console.error(error);
      this.stage = "failed";
    }
  }
}

export const practice = new Practice();
