import type { MessageEntry } from '@posthouse/protocol';
import type { Store, Task } from '@posthouse/store';
import type { Arranged } from './arrange-messages.ts';
import { readBack } from './read-back.ts';
import { toChatId } from './user-entries.ts';

/** A run in the log of a task: a place behind which it stands, the id of its answer, and the messages that it answers. */
export type FoundRun = {
  run: number;
  after: number;
  answerId: string;
  messages: MessageEntry[];
  /** Messages that waited behind it when it was stopped. Its agents have read them, and nobody answers them. */
  dropped: MessageEntry[];
};

/** Chooses among the last runs of a task. It is asked again with more of them when it finds none, so it prefers later ones. */
export type RunChoice = (runs: FoundRun[]) => FoundRun | undefined;

/** The run of a task that is chosen, without reading more of the log than that takes. */
export async function findRun(
  store: Pick<Store, 'read'>,
  task: Pick<Task, 'key' | 'head'>,
  choose: RunChoice,
  beforeRun?: number,
): Promise<FoundRun | undefined> {
  for await (const items of readBack(store, task, { beforeRun })) {
    const found = choose(toRuns(items));
    if (found !== undefined) return found;
  }
  return undefined;
}

export function toRuns(items: readonly Arranged[]): FoundRun[] {
  const runs: FoundRun[] = [];
  let messages: MessageEntry[] = [];
  for (const item of items) {
    if (item.role === 'user') {
      const place = item.isDropped === true ? runs.at(-1)?.dropped : messages;
      place?.push(item.entry);
    } else {
      const { run, answerId, entries } = item;
      runs.push({ run, answerId, after: entries[0]!.seq - 1, messages, dropped: [] });
      messages = [];
    }
  }
  return runs;
}

/** The run that a message is part of, by the id that the client gave it. */
export function answering(runs: readonly FoundRun[], messageId: string): FoundRun | undefined {
  return runs.findLast((run) => toldUpTo(run, messageId) !== undefined);
}

/** What a run was told up to a message, which is the last of them; undefined when it was not told that. */
export function toldUpTo({ messages, dropped }: FoundRun, messageId: string): MessageEntry[] | undefined {
  const all = [...messages, ...dropped];
  const index = all.findIndex((entry) => toChatId(entry) === messageId);
  return index === -1 ? undefined : all.slice(0, index + 1);
}
