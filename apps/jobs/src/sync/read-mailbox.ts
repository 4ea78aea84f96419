import { JobsError } from '../errors/jobs-error.ts';
import { type Gmail, openGmail } from '../gmail/open-gmail.ts';
import { isFields } from '../importers/importing.ts';
import { importMail } from '../importers/mail/import-mail.ts';
import { readGmail } from '../importers/mail/read-gmail.ts';
import type { Posting } from '../postings/posting.ts';
import type { OwnerServices } from '../services/services.ts';
import { findCursor, type GmailCursor, saveCursor } from './gmail-cursor.ts';

/** What is looked for unless something else is: the mails of the boards whose digests can be read. */
export const USUAL_SEARCH = '{from:linkedin.com from:indeed.com} newer_than:90d';

const MAX_MESSAGES = 2_000;
const MESSAGES_AT_ONCE = 10;
/** Messages do not arrive in the very order of their times. */
const OVERLAP_MS = 60 * 60_000;

/**
 * The postings in the mail of the owner's account, some messages at a time, the newest first. What was read to its end
 * is not read again: the next time begins where this one did. When it is left before, nothing is missed.
 */
export async function* readMailbox(
  services: OwnerServices,
  query: string,
  signal: AbortSignal,
): AsyncGenerator<Posting[]> {
  const { account, profile } = services.gmail(services.ownerId);
  if (account === undefined) throw new JobsError('noGmail', { values: { profile } });
  const gmail = openGmail(account, { now: services.now, signal });
  const address = await gmail.address();
  const before = findCursor(services, { address, query });
  const ids = await gmail.search(toSearch(query, before), MAX_MESSAGES);
  const known = new Set(before?.ids);
  const fresh = ids.filter((id) => !known.has(id));
  const times = new Map<string, number>();
  for (let from = 0; from < fresh.length; from += MESSAGES_AT_ONCE) {
    signal.throwIfAborted();
    const messages = await readSome(gmail, fresh.slice(from, from + MESSAGES_AT_ONCE));
    for (const { id, time } of messages) times.set(id, time);
    yield messages.flatMap(({ message }) => importMail(readGmail(message) ?? {}).postings);
  }
  const newest = Math.max(before?.newest ?? 0, ...times.values());
  const near = [...times].filter(([, time]) => time >= newest - OVERLAP_MS).map(([id]) => id);
  const stillNear = ids.filter((id) => known.has(id));
  saveCursor(services, { address, query, newest, ids: [...near, ...stillNear] });
}

function toSearch(query: string, cursor: GmailCursor | undefined): string {
  if (cursor === undefined || cursor.newest === 0) return query;
  return `(${query}) after:${Math.floor((cursor.newest - OVERLAP_MS) / 1_000)}`;
}

async function readSome(
  gmail: Gmail,
  ids: readonly string[],
): Promise<{ id: string; time: number; message: unknown }[]> {
  return await Promise.all(
    ids.map(async (id) => {
      const message = await gmail.message(id);
      const time = isFields(message) ? Number(message['internalDate']) : 0;
      return { id, message, time: Number.isFinite(time) ? time : 0 };
    }),
  );
}
