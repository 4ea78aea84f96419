import { createHash } from 'node:crypto';
import { invalidInput, type PosthouseError } from '@posthouse/protocol';
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportFooter,
  type ExportHeader,
  type ExportLine,
} from './export-format.ts';

/** A line as it stands in a file, from which its place is counted. */
export type PlacedLine = { place: number; line: ExportLine };

/** What a file says about itself. */
export type ReadExport = { header: ExportHeader; lines: AsyncGenerator<PlacedLine> };

const NEWLINE = 0x0a;

/**
 * Reads an export. `lines` end only if the file is whole: a file that was cut off or changed is refused at its end, so
 * whoever acts on lines before has to be able to take it back, or reads twice.
 */
export async function readExport(source: AsyncIterable<Uint8Array>): Promise<ReadExport> {
  const lines = splitLines(source);
  const first = await lines.next();
  if (first.done === true) throw damaged('the file is empty');
  const header = toHeader(toObject(first.value.text, 1));
  return { header, lines: readLines(first.value, lines) };
}

async function* readLines(first: SplitLine, lines: AsyncGenerator<SplitLine>): AsyncGenerator<PlacedLine> {
  const hash = createHash('sha256').update(first.bytes);
  let place = 1;
  let footer: ExportFooter | undefined;
  for await (const { text, bytes } of lines) {
    place += 1;
    if (footer !== undefined) throw damaged(`line ${place} comes after the end`);
    const line = toObject(text, place) as ExportLine | ExportFooter;
    if (line.type === 'end') footer = line;
    else {
      hash.update(bytes);
      yield { place, line };
    }
  }
  if (footer === undefined) throw damaged(`the file is cut off after line ${place}`);
  if (footer.sha256 !== hash.digest('hex')) throw damaged('its checksum does not match: something in it was changed');
}

type SplitLine = { text: string; bytes: Uint8Array };

/** Lines with the bytes they are made of, the end of the line included. */
async function* splitLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<SplitLine> {
  let parts: Uint8Array[] = [];
  const toLine = (): SplitLine => {
    const bytes = Buffer.concat(parts);
    parts = [];
    return { bytes, text: bytes.toString('utf8').trimEnd() };
  };
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      parts.push(chunk.subarray(start, end + 1));
      start = end + 1;
      yield toLine();
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length > 0) yield toLine();
}

function toObject(text: string, place: number): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (cause) {
    throw damaged(place === 1 ? NOT_OURS : `line ${place} is not JSON`, cause);
  }
  throw damaged(place === 1 ? NOT_OURS : `line ${place} is not an object`);
}

const NOT_OURS = 'its first line is not that of a Posthouse export; make one with posthouse export';

function toHeader(value: Record<string, unknown>): ExportHeader {
  const { format, version, kind } = value;
  if (format !== EXPORT_FORMAT) throw damaged(NOT_OURS);
  if (typeof version !== 'number' || version > EXPORT_VERSION) {
    throw damaged(
      `its format has version ${JSON.stringify(version)}, and this Posthouse reads versions up to ${EXPORT_VERSION}: use the newer Posthouse that wrote it`,
    );
  }
  if (kind !== 'task' && kind !== 'user') {
    throw damaged(`it is an export of kind ${JSON.stringify(kind)}; only exports of a task or a user can be imported`);
  }
  return value as unknown as ExportHeader;
}

/** Why a file cannot be imported. */
export function damaged(reason: string, cause?: unknown): PosthouseError {
  return invalidInput(`the file cannot be imported: ${reason}`, { cause });
}
