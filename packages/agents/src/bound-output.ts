import { ownText } from './own-text.ts';

/** The most characters of one output that are shown and stored. */
export const MAX_OUTPUT = 1024 * 1024;

/** How many characters of outputs a message has room for before the next ones are cut shorter. */
const MAX_OUTPUTS = 16 * MAX_OUTPUT;
const MAX_LATE_OUTPUT = 16 * 1024;

/** How long an output may be in a message that has so much of them already: one that is read whole has to have an end. */
export function limitAfter(outputLength: number): number {
  return outputLength < MAX_OUTPUTS ? MAX_OUTPUT : MAX_LATE_OUTPUT;
}

/**
 * An output as it is, if it is not too long; else with its texts cut in the middle, each saying how much is missing. What
 * a tool prints is not ours to trust, and everything shown is also stored and sent to every reader.
 */
export function boundOutput(output: unknown, limit: number = MAX_OUTPUT): unknown {
  return measure(output, limit) <= limit ? output : cut(output, { left: limit }, 0);
}

/** Text of an error, from whatever an agent program calls one: texts as they are, the texts of content, and JSON for the rest. */
export function toErrorText(value: unknown): string {
  const text = toPlainText(value);
  return boundText(text === '' ? 'The call failed without saying why.' : text, MAX_OUTPUT);
}

/** All text of an output: a string, or the text blocks of a content list; JSON of anything else. */
export function toPlainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) {
    const texts = value.flatMap((block: unknown) => (hasText(block) ? [block.text] : []));
    if (texts.length > 0) return texts.join('\n');
  }
  if (typeof value === 'object' && 'content' in value) return toPlainText(value.content);
  return JSON.stringify(value) ?? '';
}

/** A text with its middle left out if it is too long. */
export function boundText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = Math.max(limit, 0);
  const head = Math.ceil(kept * 0.75);
  const tail = kept - head;
  const missing = text.length - kept;
  const end = tail === 0 ? '' : text.slice(-tail);
  return ownText(`${text.slice(0, head)}\n… ${missing} characters are left out …\n${end}`);
}

export function hasText(block: unknown): block is { text: string } {
  return typeof block === 'object' && block !== null && 'text' in block && typeof block.text === 'string';
}

/** Roughly how many characters it takes, without looking further than needed. */
export function measure(value: unknown, limit: number): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && size <= limit) {
    const item = open.pop();
    if (typeof item === 'string') size += item.length;
    else if (typeof item !== 'object' || item === null) size += 8;
    else {
      for (const [key, inner] of Object.entries(item)) {
        size += key.length;
        open.push(inner);
      }
    }
  }
  return size;
}

/** Deeper structures are cut off whatever their size. */
const MAX_DEPTH = 50;

function cut(value: unknown, budget: { left: number }, depth: number): unknown {
  if (typeof value === 'string') {
    const text = boundText(value, budget.left);
    budget.left -= Math.min(value.length, budget.left);
    return text;
  }
  if (typeof value !== 'object' || value === null) {
    budget.left -= 8;
    return value;
  }
  if (depth >= MAX_DEPTH) return '…';
  return Array.isArray(value) ? cutList(value, budget, depth) : cutObject(value, budget, depth);
}

function cutList(list: readonly unknown[], budget: { left: number }, depth: number): unknown[] {
  const kept: unknown[] = [];
  for (const inner of list) {
    if (budget.left <= 0) return [...kept, `… ${list.length - kept.length} more are left out …`];
    kept.push(cut(inner, budget, depth + 1));
  }
  return kept;
}

function cutObject(object: object, budget: { left: number }, depth: number): Record<string, unknown> {
  const kept: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(object)) {
    if (budget.left <= 0) {
      kept.push(['…', 'More is left out.']);
      break;
    }
    budget.left -= key.length;
    kept.push([key, cut(inner, budget, depth + 1)]);
  }
  return Object.fromEntries(kept);
}
