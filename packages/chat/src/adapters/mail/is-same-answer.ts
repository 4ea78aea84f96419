import { isDeepStrictEqual } from 'node:util';

/** Whether an answer that was written is the outcome: word for word, or as the same JSON. */
export function isSameAnswer(written: string | undefined, outcome: string): boolean {
  if (written === undefined || written === outcome) return written !== undefined;
  const [first, second] = [parse(written), parse(outcome)];
  return first !== undefined && second !== undefined && isDeepStrictEqual(first.value, second.value);
}

function parse(text: string): { value: unknown } | undefined {
  if (!/^\s*[[{"\d]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
