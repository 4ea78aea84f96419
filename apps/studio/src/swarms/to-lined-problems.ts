import type { Detail } from '@posthouse/components';
import { lineOfPath, toJSONPlaces } from './json-places.ts';

export type LinedProblem = Detail & { line: number };

/** What the server found wrong with a JSON text, each at its line, in the order of the lines. */
export function toLinedProblems(text: string, message: string, details: readonly Detail[]): LinedProblem[] {
  const lines = toJSONPlaces(text);
  if (lines.brokenAt !== undefined) {
    return [{ line: lines.brokenAt, path: '', message: 'is not valid JSON from here on' }];
  }
  if (details.length === 0) return [{ line: 1, path: '', message }];
  return details
    .map((detail) => ({ ...detail, line: lineOfPath(lines, detail.path) }))
    .toSorted((a, b) => a.line - b.line);
}
