import { PosthouseError } from '@posthouse/protocol';
import type { Session, Store } from '@posthouse/store';
import { toRunMessage, toUserMessages } from '../adapters/mail/to-run-message.ts';
import type { UIMessage } from '../messages/ui-message.ts';
import { type Arranged, MessageArranger } from './arrange-messages.ts';
import { readLog } from './read-log.ts';
import { readRun } from './read-run.ts';
import { type Stretch, toPath } from './session-path.ts';
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
  // One more than is asked for tells whether there are others before.
  const page: Item[] = [];
  let found = before === undefined;
  for await (const item of readItems(store, session)) {
    if (before !== undefined && idOf(item) === before) {
      found = true;
      break;
    }
    page.push(item);
    // And one may have to be left out.
    if (page.length > limit + 2) page.shift();
  }
  if (!found) throw unknownMessage(before!);
  const rested: Item[] = [];
  for (const item of page) if (item.role === 'user' || (await isAtRest(item))) rested.push(item);
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
  const messages: UIMessage[] = [];
  let found = false;
  for await (const item of readItems(store, session)) {
    if (messages.length === limit) break;
    if (found && (item.role === 'user' || (await isAtRest(item)))) {
      const message = toMessage(item);
      if (message !== undefined) messages.push(message);
    }
    found ||= idOf(item) === after;
  }
  if (!found) throw unknownMessage(after);
  return { messages };
}

function unknownMessage(id: string): PosthouseError {
  return new PosthouseError({ code: 'invalid_input', message: `there is no message '${id}'` });
}

async function* readItems(store: Pick<Store, 'read' | 'find'>, session: Session): AsyncGenerator<Item> {
  const { owner, agent: swarm } = session;
  for (const stretch of toPath(session)) {
    const task = await store.find({ swarm, ...owner }, stretch.taskId);
    // A session whose first message never arrived has no task yet.
    if (task === undefined) continue;
    for await (const arranged of arrange(readLog(store, task.key), stretch)) {
      yield { taskId: stretch.taskId, swarm, ...arranged };
    }
  }
}

async function* arrange(log: ReturnType<typeof readLog>, { beforeRun }: Stretch): AsyncGenerator<Arranged> {
  const arranger = new MessageArranger();
  for await (const entry of log) {
    if (beforeRun !== undefined && entry.run >= beforeRun) break;
    yield* arranger.take(entry);
  }
  yield* arranger.rest();
}

async function isAtRest({ ended, entries, taskId, swarm, run }: Item & { role: 'assistant' }): Promise<boolean> {
  return ended || (await readRun(entries, { taskId, swarm, run })).phase !== 'open';
}

function idOf(item: Arranged): string {
  return item.role === 'user' ? toChatId(item.entry) : item.answerId;
}

function toMessage(item: Item): UIMessage | undefined {
  if (item.role === 'user') return toUserMessages([item.entry])[0];
  const { entries, taskId, swarm, run } = item;
  return toRunMessage(entries, { taskId, swarm, run });
}
