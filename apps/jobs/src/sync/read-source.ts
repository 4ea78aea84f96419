import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fold } from '../database/fold.ts';
import { JobsError } from '../errors/jobs-error.ts';
import { importBoard, toBoardUrl } from '../importers/boards/find-importer.ts';
import { importMail } from '../importers/mail/import-mail.ts';
import { readMail } from '../importers/mail/read-mail.ts';
import { splitMbox } from '../importers/mail/split-mbox.ts';
import { parseAnswer } from '../ingest/read-postings.ts';
import type { Posting } from '../postings/posting.ts';
import type { OwnerServices } from '../services/services.ts';
import { openImport } from './open-import.ts';
import type { Source } from './parse-source.ts';
import { readMailbox } from './read-mailbox.ts';

const MAX_FILE_BYTES = 200 * 1024 * 1024;
const MAX_MAILS = 20_000;
const MAILS_AT_ONCE = 25;

export type ReadOptions = { query?: string | undefined; max?: number | undefined; signal: AbortSignal };

/**
 * The postings of a source that a query wants, as they come, the first ones if there are more than wanted. Those that
 * were given are kept by whoever asks, even if the source fails then.
 */
export async function* readSource(
  services: OwnerServices,
  source: Source,
  { query = '', max = Number.POSITIVE_INFINITY, signal }: ReadOptions,
): AsyncGenerator<Posting[]> {
  const words = fold(query).split(/\s+/).filter(Boolean);
  let left = max;
  for await (const postings of read(services, source, signal)) {
    const wanted = postings.filter((posting) => mentions(posting, words)).slice(0, left);
    left -= wanted.length;
    yield wanted;
    if (left === 0) return;
  }
}

function read(services: OwnerServices, source: Source, signal: AbortSignal): AsyncGenerator<Posting[]> {
  if ('board' in source) return readBoard(services, source, signal);
  return 'path' in source ? readMails(services, source, signal) : readMailbox(services, source.search, signal);
}

async function* readBoard(
  services: OwnerServices,
  { kind, board }: Source & { board: string; kind: 'greenhouse' | 'lever' | 'ashby' },
  signal: AbortSignal,
): AsyncGenerator<Posting[]> {
  const { text } = await services.fetchPage(toBoardUrl({ source: kind, board }), { kind: 'json', signal });
  yield importBoard(kind, parseAnswer(text), { board }).postings;
}

async function* readMails(
  services: OwnerServices,
  { kind, path }: Source & { path: string },
  signal: AbortSignal,
): AsyncGenerator<Posting[]> {
  const place = await openImport(services.dataDir, path);
  const mails = kind === 'mbox' ? splitMbox(await readLimited(place)) : await readFolder(place);
  for (let from = 0; from < Math.min(mails.length, MAX_MAILS); from += MAILS_AT_ONCE) {
    const postings: Posting[] = [];
    for (const mail of mails.slice(from, from + MAILS_AT_ONCE)) {
      signal.throwIfAborted();
      postings.push(...importMail(await readMail(Buffer.from(mail, 'latin1'))).postings);
    }
    yield postings;
  }
}

async function readFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(toUnreadable);
  const names = entries.filter((entry) => entry.isFile() && /\.eml$/i.test(entry.name)).map(({ name }) => name);
  return await Promise.all(
    names
      .toSorted()
      .slice(0, MAX_MAILS)
      .map((name) => readLimited(join(folder, name))),
  );
}

/** Mails are bytes first; each says in its own headers which letters they mean. */
async function readLimited(file: string): Promise<string> {
  const { size } = await stat(file).catch(toUnreadable);
  if (size > MAX_FILE_BYTES) throw new JobsError('payloadTooLarge', { values: { bytes: MAX_FILE_BYTES } });
  return await readFile(file, 'latin1').catch(toUnreadable);
}

function toUnreadable(cause: unknown): never {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  throw new JobsError('unreadableFile', { values: { reason }, cause });
}

function mentions({ title, company, location = '', descriptionMd = '' }: Posting, words: readonly string[]): boolean {
  const text = fold([title, company, location, descriptionMd].join('\n'));
  return words.every((word) => text.includes(word));
}
