import { PosthouseError } from './errors/posthouse-error.ts';
import { describeValue } from './wire/describe-value.ts';

export type JSONValue = string | number | boolean | null | JSONValue[] | JSONObject;
export type JSONObject = { [key: string]: JSONValue };

/** A JSON Schema, passed through to models as it is. */
export type JSONSchema = JSONObject;

/** A text that may hold the key `__proto__`, however its letters are written. */
const PROTO_KEY = /__proto__|\\u00[567]/i;

/** How deep JSON may be nested. `JSON.stringify` overflows the stack at a few thousand levels. */
const MAX_DEPTH = 500;

/**
 * `JSON.parse` for text from outside. Leaves out `__proto__` keys, which would otherwise become a prototype as soon as
 * somebody spreads or merges the value, and refuses nesting that could be read but never be written again.
 */
export function readJSON(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isTooDeep(text)) throw new RangeError(`it is nested more than ${MAX_DEPTH} levels deep`);
  if (PROTO_KEY.test(text)) deleteProtoKeys(value);
  return value;
}

/** `readJSON` that throws `invalid_json`, with what the parser stumbled over. */
export function parseJSON(text: string): unknown {
  try {
    return readJSON(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PosthouseError({
      code: 'invalid_json',
      message: `expected JSON, got ${describeValue(text)}: ${reason}`,
      cause,
    });
  }
}

/** Whether a JSON text opens more brackets than it may. Short texts, which are most, cannot. */
function isTooDeep(text: string): boolean {
  if (text.length <= 2 * MAX_DEPTH) return false;
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

/** The closing quote of the string that begins here: the first one behind an even number of backslashes. */
function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
  } while (isEscaped(text, end));
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}

/** Without recursion, which deep nesting would turn into a stack overflow. */
function deleteProtoKeys(value: unknown): void {
  const open = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item !== 'object' || item === null) continue;
    if (Object.hasOwn(item, '__proto__')) delete (item as Record<string, unknown>)['__proto__'];
    for (const inner of Object.values(item)) open.push(inner);
  }
}
