import type { LogEntry } from '@posthouse/protocol';
import { type Arranged, MessageArranger } from './arrange-messages.ts';
import { toChatId } from './user-entries.ts';

type UserEntry = LogEntry & { type: 'message' };

/** A run in the log of a task: a place behind which it stands, the id of its answer, and the messages that it answers. */
export type FoundRun = { run: number; after: number; answerId: string; messages: UserEntry[] };

/** The runs of a log, as far as it goes; with `beforeRun`, those before that one. */
export async function findRuns(log: AsyncIterable<LogEntry>, beforeRun?: number): Promise<FoundRun[]> {
  const arranger = new MessageArranger();
  const runs: FoundRun[] = [];
  let messages: UserEntry[] = [];
  const note = (items: readonly Arranged[]): void => {
    for (const item of items) {
      if (item.role === 'user') messages.push(item.entry);
      else {
        const { run, answerId, entries } = item;
        runs.push({ run, answerId, after: entries[0]!.seq - 1, messages });
        messages = [];
      }
    }
  };
  for await (const entry of log) {
    if (beforeRun !== undefined && entry.run >= beforeRun) break;
    note(arranger.take(entry));
  }
  note(arranger.rest());
  return runs;
}

/** The run that answers a message, by the id that the client gave it. */
export function answering(runs: readonly FoundRun[], messageId: string): FoundRun | undefined {
  return runs.findLast(({ messages }) => messages.some((entry) => toChatId(entry) === messageId));
}
