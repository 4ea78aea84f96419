import type { LogEntry } from '@posthouse/protocol';
import type { Store, Task } from '@posthouse/store';
import { type Arranged, MessageArranger } from './arrange-messages.ts';

/** How many entries are read at first: those of a few answers. */
const FIRST_READ = 250;

/** How many are read at a time. */
const PAGE = 500;

/**
 * The messages of a task from its end: the last ones, then twice as much of the log, and so on; at last all of them. Each time
 * they are what reading the log from its beginning would give for that part of it. Whoever has enough stops, so that the end of
 * a conversation costs the same however long it is.
 */
export async function* readBack(
  store: Pick<Store, 'read'>,
  { key, head }: Pick<Task, 'key' | 'head'>,
  { beforeRun, firstRead = FIRST_READ }: { beforeRun?: number | undefined; firstRead?: number } = {},
): AsyncGenerator<Arranged[]> {
  let entries: LogEntry[] = [];
  for (let from = head; from > 0;) {
    const to = from;
    from = Math.max(0, to - Math.max(firstRead, head - to));
    entries = [...(await readBetween(store, key, from, to)), ...entries];
    const items = arrange(entries, { beforeRun, isWhole: from === 0 });
    if (from === 0 || items.length > 0) yield items;
  }
}

/** The entries behind one place up to another. */
async function readBetween(store: Pick<Store, 'read'>, key: string, from: number, to: number): Promise<LogEntry[]> {
  const read: LogEntry[] = [];
  for (let at = from; at < to; at = read.at(-1)!.seq) {
    const { entries } = await store.read(key, at, Math.min(PAGE, to - at));
    if (entries.length === 0) break;
    read.push(...entries);
  }
  return read;
}

type ArrangeOptions = { beforeRun: number | undefined; isWhole: boolean };

function arrange(entries: readonly LogEntry[], { beforeRun, isWhole }: ArrangeOptions): Arranged[] {
  const cut = beforeRun === undefined ? -1 : entries.findIndex(({ run }) => run >= beforeRun);
  const known = cut === -1 ? entries : entries.slice(0, cut);
  const first = isWhole ? 0 : known.findIndex((_, index) => isFreshStart(known, index));
  if (first === -1) return [];
  const arranger = new MessageArranger();
  const items = [...known.slice(first).flatMap((entry) => arranger.take(entry)), ...arranger.rest()];
  // Messages that the run before took along when it was stopped stand before the first answer, and were not read.
  return isWhole ? items : items.slice(items.findIndex(({ role }) => role === 'assistant') + 1);
}

/** Whether a run begins there with a message that found nobody at work: then nothing was waiting. */
function isFreshStart(entries: readonly LogEntry[], index: number): boolean {
  const [start, message] = [entries[index]!, entries[index + 1]];
  if (start.type !== 'run-started' || message?.type !== 'message' || message.run !== start.run) return false;
  return start.messages?.length === 1 && start.messages[0] === message.message.id;
}
