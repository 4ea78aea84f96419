import { JobsError } from '../errors/jobs-error.ts';
import { USUAL_SEARCH } from './read-mailbox.ts';

/** A place that postings are brought from, again and again. */
export type Source =
  | { kind: 'greenhouse' | 'lever' | 'ashby'; name: string; board: string }
  | { kind: 'mbox' | 'eml-dir'; name: string; path: string }
  | { kind: 'gmail'; name: string; search: string };

const BOARD = /^[\p{L}\p{N}][\p{L}\p{N}._ %-]{0,99}$/u;

/** Reads `kind:name`, or `gmail` with a search or without, or throws `unknown_source`. */
export function parseSource(text: string): Source {
  const [, kind, rest = ''] = /^([a-z-]+):(.+)$/s.exec(text) ?? [];
  if ((kind === 'greenhouse' || kind === 'lever' || kind === 'ashby') && BOARD.test(rest)) {
    return { kind, name: text, board: rest };
  }
  if (text === 'gmail') return { kind: 'gmail', name: text, search: USUAL_SEARCH };
  if (kind === 'gmail' && /^[^\p{Cc}]*\S[^\p{Cc}]*$/u.test(rest)) return { kind, name: text, search: rest.trim() };
  if (kind === 'mbox' || kind === 'eml-dir') return { kind, name: text, path: rest };
  throw new JobsError('unknownSource', { values: { source: text.slice(0, 100) } });
}
