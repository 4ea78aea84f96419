import { JobsError } from '../errors/jobs-error.ts';
import { findImporter, importBoard } from '../importers/boards/find-importer.ts';
import { importPage } from '../importers/pages/import-page.ts';
import { importText } from '../importers/pages/import-text.ts';
import { IMPORT_WARNINGS, type ImportWarning } from '../importers/import-warnings.ts';
import type { Imported } from '../importers/importing.ts';
import { importJsonLd } from '../importers/json-ld/import-json-ld.ts';
import { importMail } from '../importers/mail/import-mail.ts';
import { readGmail } from '../importers/mail/read-gmail.ts';
import { readMail } from '../importers/mail/read-mail.ts';
import { splitMbox } from '../importers/mail/split-mbox.ts';
import type { Posting } from '../postings/posting.ts';
import type { OwnerServices } from '../services/services.ts';
import type { IngestInput } from './ingest-input.ts';

/** The postings in what was handed in; an address is fetched. */
export async function readPostings(
  services: OwnerServices,
  input: Exclude<IngestInput, { jobs: unknown }>,
  signal?: AbortSignal,
): Promise<Imported> {
  if ('html' in input) return importPage(input);
  if ('content' in input) {
    const { timestamp, ...text } = input;
    return importText({ ...text, timestamp: typeof timestamp === 'number' ? toTime(timestamp) : timestamp });
  }
  if ('jsonLd' in input) return importJsonLd(input.jsonLd, { url: input.url });
  if ('email' in input) return importMail(input.email);
  if ('gmail' in input) return importMail(readGmail(input.gmail) ?? {});
  if ('raw' in input) return importMail(await readMail(input.raw));
  if ('mbox' in input) return await readMbox(input.mbox);
  return await readAddress(services, input.url, signal);
}

/** The jobs of all mails of a file. That some mails are about something else is nothing to remark on. */
async function readMbox(text: string): Promise<Imported> {
  const postings: Posting[] = [];
  const warnings: ImportWarning[] = [];
  for (const mail of splitMbox(text)) {
    const imported = importMail(await readMail(mail));
    postings.push(...imported.postings);
    if (imported.postings.length > 0) warnings.push(...imported.warnings);
  }
  return { postings, warnings: postings.length === 0 ? [IMPORT_WARNINGS.noJobInMail()] : warnings };
}

/** The postings at an address: what its board says to programs if we know the board, or else what its page says. */
export async function readAddress(services: OwnerServices, url: string, signal?: AbortSignal): Promise<Imported> {
  const board = findImporter(url);
  if (board === undefined) {
    const page = await services.fetchPage(url, { kind: 'html', signal });
    return importPage({ url, html: page.text });
  }
  const { text } = await services.fetchPage(board.apiUrl, { kind: 'json', signal });
  return importBoard(board.source, parseAnswer(text), board);
}

/** What a board says, or `source_unreachable` if it is not JSON. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new JobsError('notJSON', { cause });
  }
}

function toTime(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
