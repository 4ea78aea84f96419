import { JSONPlaces, messageOf, parseJSON, PosthouseError, type TextPlace } from '@posthouse/protocol';
import type { LoadOptions } from '@posthouse/runtime';
import { checkMail } from './check-mail.ts';
import { checkSwarms } from './check-swarms.ts';
import { type FileKind, findKind } from './find-kind.ts';

/** Something about a file that is wrong, or only odd: where, and a sentence. */
export type Remark = { path: string; message: string } & Partial<TextPlace>;

/** What was found in one file. It is good when there are no problems. */
export type FileReport = {
  /** What the file was taken for; nothing when it is not even that. */
  kind: FileKind | undefined;
  /** What is in it, in a few words. */
  content: string;
  problems: Remark[];
  warnings: Remark[];
};

/**
 * Checks the text of a JSON file: what it is meant to be follows from its keys.
 *
 * @example (await checkFile(text, { root: '.' })).problems // [{ path: 'agents.0.name', message: 'is missing: …', line: 3, column: 5 }]
 */
export async function checkFile(text: string, options: LoadOptions = {}): Promise<FileReport> {
  const plain = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = parseJSON(plain);
  } catch (error) {
    return { kind: undefined, content: 'not JSON', problems: [toSyntaxProblem(error, plain)], warnings: [] };
  }
  const kind = findKind(value);
  if (kind === undefined) {
    const message =
      'is neither a swarms file, nor a message, nor an envelope between swarms: it has none of their keys';
    return { kind, content: 'unknown', problems: [{ path: '(the whole file)', message }], warnings: [] };
  }
  const report = kind === 'swarms' || kind === 'swarm' ? await checkSwarms(value, options) : checkMail(value, kind);
  const places = new JSONPlaces(plain);
  const placed = (remark: Remark): Remark => ({ ...remark, ...places.find(remark.path) });
  return {
    kind,
    content: report.content,
    problems: report.problems.map(placed),
    warnings: report.warnings.map(placed),
  };
}

/** Parsers name an offset, or a line and a column; editors want the latter. */
function toSyntaxProblem(error: unknown, text: string): Remark {
  const cause = PosthouseError.isInstance(error) ? error.cause : error;
  const message = messageOf(cause);
  const position = /at position (\d+)/.exec(message)?.[1];
  const before = position === undefined ? text.split('\n') : text.slice(0, Number(position)).split('\n');
  return {
    path: '(the whole file)',
    message: `is not JSON: ${message.replace(/ at position .*$/s, '')}`,
    line: before.length,
    column: before.at(-1)!.length + 1,
  };
}
