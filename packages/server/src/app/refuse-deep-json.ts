import { PosthouseError } from '@posthouse/protocol';

/** How deep the body of a request may be nested. `JSON.stringify` overflows the stack at a few thousand levels. */
const MAX_DEPTH = 500;

/** Refuses a body that could be read but never be written again. */
export function refuseDeepJSON(text: string): void {
  if (!isTooDeep(text)) return;
  throw new PosthouseError({
    code: 'invalid_json',
    message: `error parsing request: JSON may be nested ${MAX_DEPTH} levels deep at most`,
  });
}

/** Whether a text opens more brackets than it may. Short texts, which are most, cannot. */
function isTooDeep(text: string): boolean {
  if (text.length <= MAX_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** The closing quote of the string that begins here: the first one that no backslash takes away. */
function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
  } while (isEscaped(text, end));
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}
