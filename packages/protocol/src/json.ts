import { PosthouseError } from './errors/posthouse-error.ts';
import { describeValue } from './wire/describe-value.ts';

export type JSONValue = string | number | boolean | null | JSONValue[] | JSONObject;
export type JSONObject = { [key: string]: JSONValue };

/** A JSON Schema, passed through to models as it is. */
export type JSONSchema = JSONObject;

/** A JSON value for people to read: text stays as it is, and of nothing there is nothing to read. */
export function textOfJSON(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A text that may hold the key `__proto__`, however its letters are written. */
const PROTO_KEY = /__proto__|\\u00[567]/i;

/**
 * `JSON.parse` for text from outside: leaves out `__proto__` keys, which would otherwise become a prototype as soon as
 * somebody spreads or merges the value.
 */
export function readJSON(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (PROTO_KEY.test(text)) deleteProtoKeys(value);
  return value;
}

/** `readJSON` that throws `invalid_json`, with what the parser found. */
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
