// The heartbeat of a connection: it finds out within seconds that the line is cut, although the socket is still open,
// and how long a round trip takes. Only silence is asked about, so a busy table costs the server nothing more.

/** Milliseconds without a message after which the server is asked whether it is there. */
const LONGEST_QUIET = 1500;
/** Milliseconds for its answer, or more where answers are known to take long; the first one may take longer. */
const ANSWER_TIMEOUT = 2000;
const FIRST_ANSWER_TIMEOUT = 5000;
/** Milliseconds after which it is doubted that an answer comes: another server may know more. */
const DOUBT = 1000;
/** Milliseconds for an answer when the browser says that the network is gone. */
const SUSPECT_TIMEOUT = 1000;
/** A busy table is asked all the same after this long, so that the round trip is known. */
const MEASURE_INTERVAL = 10_000;
/** Nobody looks at a hidden page and its timers run late: the server's own pings are sign enough there. */
const HIDDEN_SILENCE = 45_000;
/** A timer that is this late belongs to a page that slept: what came meanwhile has not been read yet. */
const SLEPT = 1000;
/** The round trip is the median of so many. */
const SAMPLES = 5;

export type HeartbeatOptions = {
  send: (number: number) => void;
  /** No answer has come yet, though it should have. */
  onDoubt?: () => void;
  /** No message and no answer came in time. */
  onSilence: () => void;
  onLatency: (milliseconds: number) => void;
  isVisible: () => boolean;
};

export class Heartbeat {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #due = 0;
  #number = 0;
  #heardAt = 0;
  #askedAt = 0;
  #isAwaiting = false;
  #isDoubted = false;
  #timeout = FIRST_ANSWER_TIMEOUT;
  #samples: number[] = [];

  constructor(private readonly options: HeartbeatOptions) {}

  /** The connection is live. */
  start(): void {
    this.#heardAt = performance.now();
    this.#samples = [];
    this.#ask(FIRST_ANSWER_TIMEOUT);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isAwaiting = false;
  }

  /** Whether the server has been asked, and nothing has come since. */
  get isAwaiting(): boolean {
    return this.#isAwaiting;
  }

  /** Whatever comes shows that the line is up. */
  noteMessage(): void {
    if (this.#timer === null) return;
    const now = performance.now();
    this.#heardAt = now;
    this.#isAwaiting = false;
    if (this.options.isVisible() && now - this.#askedAt > MEASURE_INTERVAL) this.#ask();
    else this.#plan();
  }

  noteAnswer(number: number): void {
    if (number !== this.#number) return;
    this.#samples = [...this.#samples, performance.now() - this.#askedAt].slice(-SAMPLES);
    this.options.onLatency(this.#latency());
  }

  /** The page has woken up, or the browser says that the network has come or gone. */
  check({ isSuspect = false } = {}): void {
    if (this.#timer !== null) this.#ask(isSuspect ? SUSPECT_TIMEOUT : undefined);
  }

  #latency(): number {
    const sorted = [...this.#samples].sort((one, other) => one - other);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  }

  #ask(timeout = Math.max(ANSWER_TIMEOUT, 3 * this.#latency())): void {
    this.#number += 1;
    this.#askedAt = performance.now();
    this.#isAwaiting = true;
    this.#isDoubted = false;
    this.#timeout = timeout;
    this.options.send(this.#number);
    this.#plan();
  }

  #nextDue(): number {
    if (!this.options.isVisible()) return this.#heardAt + HIDDEN_SILENCE;
    if (!this.#isAwaiting) return this.#heardAt + LONGEST_QUIET;
    return this.#askedAt + (this.#isDoubted ? this.#timeout : Math.min(this.#timeout, this.#doubtTime()));
  }

  #doubtTime(): number {
    return Math.max(DOUBT, 2 * this.#latency());
  }

  #plan(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#due = this.#nextDue();
    this.#timer = setTimeout(() => this.#handleSilence(), Math.max(0, this.#due - performance.now()));
  }

  #doubt(): void {
    this.#isDoubted = true;
    this.#plan();
    this.options.onDoubt?.();
  }

  #handleSilence(): void {
    const now = performance.now();
    // The page may have been hidden, or shown, since the timer was set.
    if (now < this.#nextDue()) this.#plan();
    else if (!this.options.isVisible()) this.options.onSilence();
    else if (!this.#isAwaiting || now - this.#due > SLEPT) this.#ask();
    else if (!this.#isDoubted && now < this.#askedAt + this.#timeout) this.#doubt();
    else this.options.onSilence();
  }
}
