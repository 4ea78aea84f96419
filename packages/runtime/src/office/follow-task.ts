import type { LiveText, LogEntry, Token } from '@posthouse/protocol';
import type { Store, Task } from '@posthouse/store';
import type { LiveHub } from '../live/live-hub.ts';
import { Bell } from './bell.ts';
import type { ChangeBoard } from './change-board.ts';
import { stayAlive } from './stay-alive.ts';

/** A piece of text that is being written now; its turn is not in the log yet. */
export type TokenEvent = { type: 'token' } & Token;

export type FollowOptions = {
  /** Start behind this `seq`; 0 replays everything. */
  after?: number;
  /** Also give the text of running turns as it is written. */
  tokens?: boolean;
  /**
   * When to stop: once no run is open (`end`, the default), once a pause asks for somebody (`pause`), or only when the
   * signal says so (`never`).
   */
  until?: 'end' | 'pause' | 'never';
  signal?: AbortSignal;
};

type Source = { store: Store; live: LiveHub; changes: ChangeBoard; task: Task };

const PAGE = 500;
/** How often to look for live text that another process writes: nobody announces it. */
const FOREIGN_TEXT_MS = 100;

/** The log of a task from any point on: first what is there, then what comes. */
export async function* followTask(
  { store, live, changes, task }: Source,
  options: FollowOptions & { signal: AbortSignal },
): AsyncGenerator<LogEntry | TokenEvent> {
  const { tokens = false, until = 'end', signal } = options;
  const bell = new Bell();
  const waiting: Token[] = [];
  const unsubscribe = tokens ? live.subscribe(task.key, (token) => (waiting.push(token), bell.ring())) : undefined;
  if (tokens) waiting.push(...live.snapshot(task.key));
  const ring = () => bell.ring();
  const unlisten = [changes.listen(task.key, ring), stayAlive()];
  signal.addEventListener('abort', ring);

  const reader = new TokenReader();
  let after = options.after ?? 0;
  let open = task.openRun !== null;
  let paused = task.status === 'paused';
  try {
    for (;;) {
      const heard = bell.listen();
      // Text is sent out before the entries that record it, so it is told before them.
      for (const token of waiting.splice(0)) if (reader.wants(token)) yield { type: 'token', ...token };
      const page = await store.read(task.key, after, PAGE);
      for (const entry of page.entries) {
        after = entry.seq;
        if (entry.seq > task.head) {
          if (entry.type === 'run-started') open = true;
          if (entry.type === 'run-ended') open = false;
          paused = entry.type === 'paused' || (paused && entry.type !== 'resumed' && entry.type !== 'run-ended');
        }
        reader.see(entry);
        yield entry;
      }
      if (tokens) for (const token of reader.readForeign(page.live)) yield { type: 'token', ...token };
      signal.throwIfAborted();
      if (page.entries.length === PAGE) continue;
      if (until !== 'never' && !open) return;
      if (until === 'pause' && paused) return;
      await Promise.race([heard, ...(tokens ? [bell.later(FOREIGN_TEXT_MS)] : [])]);
      signal.throwIfAborted();
    }
  } finally {
    unsubscribe?.();
    for (const stop of unlisten) stop();
    signal.removeEventListener('abort', ring);
  }
}

/** Keeps a reader from seeing text twice: once live and once in the log, or once from memory and once from the store. */
class TokenReader {
  readonly #recorded = new Set<string>();
  readonly #lengths = new Map<string, number>();

  see(entry: LogEntry): void {
    if (entry.agent !== undefined && entry.turn !== undefined) this.#recorded.add(`${entry.agent}/${entry.turn}`);
  }

  wants(token: Token): boolean {
    if (this.#recorded.has(`${token.agent}/${token.turn}`)) return false;
    const end = token.offset + token.delta.length;
    const known = this.#lengths.get(partId(token)) ?? 0;
    this.#lengths.set(partId(token), Math.max(known, end));
    return end > known;
  }

  /** What the store has of running turns, as far as it goes beyond what was seen. */
  readForeign(live: readonly LiveText[]): Token[] {
    return live
      .map(({ text, ...place }) => {
        const offset = this.#lengths.get(partId(place)) ?? 0;
        return { ...place, offset, delta: text.slice(offset) };
      })
      .filter((token) => token.delta !== '' && this.wants(token));
  }
}

function partId({ agent, turn, attempt, part }: Omit<LiveText, 'text' | 'kind'>): string {
  return `${agent}/${turn}/${attempt}/${part}`;
}
