import { detectJobs, type FoundJob } from '../src/detect/index.ts';
import type { Browser } from './browser.ts';

/** What can be said about the page beside the panel. */
export type PageState =
  /** Not looked yet, or there is no page. */
  | { kind: 'unseen' }
  /** May not be read. */
  | { kind: 'closed' }
  | { kind: 'empty' }
  | { kind: 'found'; jobs: readonly FoundJob[]; chosen: FoundJob; savedAs?: number };

/** Pages go on writing themselves after they have been loaded, and after they have changed their address. */
const LATER_MS = [1_000, 3_000];
/** A page that is busy with itself for longer than this is not waited for, because the reader may have gone on. */
const READ_TIMEOUT_MS = 5_000;

/** Watches the page beside the panel for postings: another tab, another address, another content. */
export class PageWatcher implements Disposable {
  readonly #browser: Browser;
  readonly #laterMs: readonly number[];
  readonly #listeners = new Set<() => void>();
  readonly #ignore: () => void;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #state: PageState = { kind: 'unseen' };
  #tab: number | undefined;
  #looking = false;
  #again = false;
  #isOver = false;

  constructor(browser: Browser, { laterMs = LATER_MS }: { laterMs?: readonly number[] } = {}) {
    this.#browser = browser;
    this.#laterMs = laterMs;
    this.#ignore = browser.onChange((tab) => {
      if (tab === undefined || this.#tab === undefined || tab === this.#tab) this.#lookRepeatedly();
    });
    this.#lookRepeatedly();
  }

  /** What is there now; the same object until that changes. */
  readonly read = (): PageState => this.#state;

  /** Calls back when something else is there. Gives what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Takes another one of several postings. */
  choose(job: FoundJob): void {
    if (this.#state.kind !== 'found' || !this.#state.jobs.includes(job)) return;
    this.#enter({ kind: 'found', jobs: this.#state.jobs, chosen: job });
  }

  /** Remembers as which job the chosen posting was saved. */
  noteSaved(job: FoundJob, id: number): void {
    if (this.#state.kind === 'found' && this.#state.chosen === job) this.#enter({ ...this.#state, savedAs: id });
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#ignore();
    this.#listeners.clear();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #lookRepeatedly(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = this.#laterMs.map((ms) => setTimeout(() => void this.#look(), ms));
    void this.#look();
  }

  /** One look at a time: what changes meanwhile is seen by one more. */
  async #look(): Promise<void> {
    this.#again = true;
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#again) {
        this.#again = false;
        const state = await this.#see();
        if (!this.#again) this.#enter(state);
      }
    } finally {
      this.#looking = false;
    }
  }

  async #see(): Promise<PageState> {
    this.#tab = (await this.#browser.activeTab()) ?? this.#tab;
    if (this.#tab === undefined) return { kind: 'unseen' };
    const facts = await this.#read(this.#tab);
    if (facts === 'closed') return { kind: 'closed' };
    const jobs = facts === undefined ? [] : detectJobs(facts);
    const [first] = jobs;
    return first === undefined ? { kind: 'empty' } : { kind: 'found', jobs, chosen: first };
  }

  async #read(tab: number): ReturnType<Browser['readPage']> {
    const { promise, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => resolve('late'), READ_TIMEOUT_MS);
    const reading = this.#browser.readPage(tab);
    const facts = await Promise.race([reading, promise]);
    clearTimeout(timer);
    if (facts !== 'late') return facts;
    // It may be ready for a look when it comes back to itself.
    void reading.then(() => (this.#isOver ? undefined : this.#look()));
    return 'closed';
  }

  #enter(state: PageState): void {
    if (isSame(state, this.#state)) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The choice of the reader stays as long as the page says the same. */
function isSame(seen: PageState, known: PageState): boolean {
  if (seen.kind !== 'found' || known.kind !== 'found') return seen.kind === known.kind;
  if (seen.jobs === known.jobs) return seen.chosen === known.chosen && seen.savedAs === known.savedAs;
  return JSON.stringify(seen.jobs) === JSON.stringify(known.jobs);
}
