export type PingWatchOptions = {
  /** How long an answer may take. */
  limitMs: number;
  ping: () => Promise<void>;
  /** Called once, when it took longer. */
  onSilence: () => void;
};

const PINGS_PER_LIMIT = 10;

/** Asks a process for signs of life while it has something to do. One that has nothing to do is left in peace. */
export class PingWatch implements Disposable {
  readonly #options: PingWatchOptions;
  #watched = 0;
  #paused = 0;
  #timer: NodeJS.Timeout | undefined;
  /** When the ping was sent that is not answered yet. */
  #askedAt: number | undefined;

  constructor(options: PingWatchOptions) {
    this.#options = options;
  }

  /** Something runs, until the result is disposed of. */
  watch(): Disposable {
    this.#watched += 1;
    this.#look();
    return once(() => {
      this.#watched -= 1;
      this.#look();
    });
  }

  /** Silence is fine, until the result is disposed of. */
  pause(): Disposable {
    this.#paused += 1;
    this.#look();
    return once(() => {
      this.#paused -= 1;
      this.#look();
    });
  }

  #look(): void {
    const isWanted = this.#watched > 0 && this.#paused === 0;
    if (!isWanted) this[Symbol.dispose]();
    else this.#timer ??= setInterval(() => this.#tick(), this.#options.limitMs / PINGS_PER_LIMIT).unref();
  }

  #tick(): void {
    const { limitMs, ping } = this.#options;
    if (this.#askedAt === undefined) {
      const asked = (this.#askedAt = performance.now());
      const answered = (): void => {
        if (this.#askedAt === asked) this.#askedAt = undefined;
      };
      ping().then(answered, answered);
    } else if (performance.now() - this.#askedAt >= limitMs) {
      const asked = this.#askedAt;
      // If it was this process that stood still, the answer lies ready and is read before this is called.
      setImmediate(() => {
        if (this.#askedAt === asked) this.#options.onSilence();
      });
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#askedAt = undefined;
  }
}

function once(work: () => void): Disposable {
  let isDone = false;
  return {
    [Symbol.dispose]: () => {
      if (!isDone) work();
      isDone = true;
    },
  };
}
