import { invalidInput, type PosthouseError } from '@posthouse/protocol';
import type { Session, Store } from '@posthouse/store';
import { toRunMessage, toUserMessages } from '../run-messages/to-run-message.ts';
import type { UIMessage } from '../messages/ui-message.ts';
import type { Arranged } from './arrange-messages.ts';
import { readRun } from './locate-run.ts';
import { readBack } from './read-back.ts';
import { toPath } from './session-path.ts';
import { toChatId } from './user-entries.ts';

export type MessagePage = {
  messages: UIMessage[];
  /** What to ask for the page before this one with; undefined when there is none. */
  before?: string;
};

type Item = { taskId: string; swarm: string } & Arranged;

/** The newest messages, the newest before one of them, or the oldest after one. */
export type MessageWindow = { before?: string; after?: string; limit: number };

/**
 * Messages of a conversation, oldest first. The answer that is being written is not among
 * them: its stream begins with its first word, and a client that had some of it already would show that twice.
 */
export async function readMessages(
  store: Pick<Store, 'read' | 'find'>,
  session: Session,
  { before, after, limit }: MessageWindow,
): Promise<MessagePage> {
  if (after !== undefined) return readMessagesAfter(store, session, { after, limit });
  // One more than is asked for tells whether there are others before, and one may have to be left out.
  const wanted = limit + 2;
  const endOf = (items: readonly Item[]): number =>
    before === undefined ? items.length : items.findIndex((item) => idOf(item) === before);
  const items = await readEnd(store, session, (read) => endOf(read) >= wanted);
  const end = endOf(items);
  if (end === -1) throw unknownMessage(before!);
  const rested: Item[] = [];
  for (const item of items.slice(Math.max(0, end - wanted), end)) if (await isAtRest(item)) rested.push(item);
  const shown = rested.slice(-limit);
  const hasMore = rested.length > shown.length;
  const messages = shown.flatMap((item) => toMessage(item) ?? []);
  return { messages, ...(hasMore && shown.length > 0 ? { before: idOf(shown[0]!) } : {}) };
}

async function readMessagesAfter(
  store: Pick<Store, 'read' | 'find'>,
  session: Session,
  { after, limit }: { after: string; limit: number },
): Promise<MessagePage> {
  const placeOf = (items: readonly Item[]): number => items.findIndex((item) => idOf(item) === after);
  const items = await readEnd(store, session, (read) => placeOf(read) !== -1);
  const place = placeOf(items);
  if (place === -1) throw unknownMessage(after);
  const messages: UIMessage[] = [];
  for (const item of items.slice(place + 1)) {
    if (messages.length === limit) break;
    const message = (await isAtRest(item)) ? toMessage(item) : undefined;
    if (message !== undefined) messages.push(message);
  }
  return { messages };
}

function unknownMessage(id: string): PosthouseError {
  return invalidInput(`there is no message '${id}'`);
}

/** The messages at the end of a conversation: enough of them, or all. */
async function readEnd(
  store: Pick<Store, 'read' | 'find'>,
  session: Session,
  isEnough: (items: readonly Item[]) => boolean,
): Promise<Item[]> {
  const { owner, agent: swarm } = session;
  let items: Item[] = [];
  for (const { taskId, beforeRun } of toPath(session).toReversed()) {
    const task = await store.find({ swarm, ...owner }, taskId);
    // A session whose first message never arrived has no task yet.
    if (task === undefined) continue;
    const later = items;
    for await (const arranged of readBack(store, task, { beforeRun })) {
      items = [...arranged.map((each) => ({ taskId, swarm, ...each })), ...later];
      if (isEnough(items)) return items;
    }
  }
  return items;
}

async function isAtRest(item: Item): Promise<boolean> {
  if (item.role === 'user' || item.ended) return true;
  const { entries, taskId, swarm, run } = item;
  return (await readRun(entries, { taskId, swarm, run })).phase !== 'open';
}

function idOf(item: Arranged): string {
  return item.role === 'user' ? toChatId(item.entry) : item.answerId;
}

function toMessage(item: Item): UIMessage | undefined {
  if (item.role === 'user') return toUserMessages([item.entry])[0];
  const { entries, taskId, swarm, run } = item;
  return toRunMessage(entries, { taskId, swarm, run });
}
