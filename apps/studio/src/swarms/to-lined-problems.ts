import type { Detail } from '@posthouse/components';
import { JSONPlaces } from '@posthouse/protocol';

export type LinedProblem = Detail & { line: number };

/** What the server found wrong with a JSON text, each at its line, in the order of the lines. */
export function toLinedProblems(text: string, message: string, details: readonly Detail[]): LinedProblem[] {
  const places = new JSONPlaces(text);
  if (places.brokenAt !== undefined) {
    return [{ line: places.brokenAt.line, path: '', message: 'is not valid JSON from here on' }];
  }
  if (details.length === 0) return [{ line: 1, path: '', message }];
  return details
    .map((detail) => ({ ...detail, line: places.find(detail.path).line }))
    .toSorted((a, b) => a.line - b.line);
}
