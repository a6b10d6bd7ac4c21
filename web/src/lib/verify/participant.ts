// This browser's part in the shuffles of a table: a seed for each deal, and a receipt of what was told.

import { fromHex, toHex } from "./hashing";
import type { FromServer, Order, Shuffle } from "../protocol";
import { loadReceipt, saveReceipt, type KeptReceipt } from "./receiptStorage";
import { commitClientSeed, drawSeed } from "./seeds";

const ANSWERS = new Set(["done", "refused"]);

export class Participant {
  /** The deal that was announced last and not dealt yet, and the one that is played. */
  #announced: KeptReceipt | null = null;
  #played: KeptReceipt | null = null;
  /** Heads since a round began whose announcement is not known yet. */
  #loose: Record<string, string> = {};
  readonly #sent = new Set<string>();

  constructor(private readonly send: (order: Order) => string) {}

  /** Whether the message was for nobody else: players need not know how their seeds fare. */
  handle(message: FromServer): boolean {
    if (message.type === "welcome" && message.board !== null) this.#restart(message.heads);
    else if (message.type === "told") this.#keepHeads(message.heads);
    else if (message.type === "shuffle") void this.#takePart(message);
    return ANSWERS.has(message.type) && "cmd_id" in message && this.#sent.delete(message.cmd_id);
  }

  async #takePart(shuffle: Shuffle): Promise<void> {
    const { server_commitment, announcement } = shuffle;
    const deal = loadReceipt(server_commitment) ?? (await this.#draw(server_commitment));
    if (announcement === "") this.#say({ type: "commit_seed", server_commitment, commitment: deal.commitment ?? "" });
    else this.#takeAnnouncement(deal, announcement, shuffle.is_dealt);
  }

  async #draw(serverCommitment: string): Promise<KeptReceipt> {
    const seed = drawSeed();
    const commitment = toHex(await commitClientSeed(fromHex(serverCommitment), seed));
    const drawn = { server_commitment: serverCommitment, seed: toHex(seed), commitment };
    const deal: KeptReceipt = { ...drawn, heads: {}, is_revealed: false };
    saveReceipt(deal);
    return deal;
  }

  /** Whoever announces two things for one commitment could choose between them: the second gets no seed. */
  #takeAnnouncement(deal: KeptReceipt, announcement: string, isDealt: boolean): void {
    deal.announcement ||= announcement;
    const lines = announcement.split("\n");
    const ours = lines.find((line) => line.startsWith("commitment ") && line.endsWith(`: ${deal.commitment ?? ""}`));
    const isAgreed =
      deal.announcement === announcement && lines.includes(`server commitment: ${deal.server_commitment}`);
    if (ours !== undefined && isAgreed) {
      deal.seat = ours.charAt("commitment ".length);
      if (!isDealt) {
        this.#say({ type: "reveal_seed", server_commitment: deal.server_commitment, seed: deal.seed ?? "" });
        deal.is_revealed = true;
      }
    }
    // The heads that follow are of a deal as it was announced first, or of none that a receipt is kept of.
    const kept = deal.announcement === announcement ? deal : null;
    if (isDealt) {
      this.#played = kept;
      this.#announced = null;
      if (kept !== null) Object.assign(kept.heads, this.#loose);
    } else this.#announced = kept;
    saveReceipt(deal);
  }

  /** Something may have been missed: whose heads these are is told next. */
  #restart(heads: Record<string, string>): void {
    this.#played = null;
    this.#loose = { ...heads };
  }

  #keepHeads(heads: Record<string, string>): void {
    for (const [actions, head] of Object.entries(heads)) {
      if (actions === "0") {
        this.#loose = {};
        this.#played = this.#announced;
        this.#announced = null;
      }
      this.#loose[actions] = head;
      if (this.#played === null) continue;
      this.#played.heads[actions] = head;
      saveReceipt(this.#played);
    }
  }

  #say(order: Order): void {
    this.#sent.add(this.send(order));
  }
}
