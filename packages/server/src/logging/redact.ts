import { HIDDEN, redactText } from './redact-text.ts';

/** Names of fields whose texts are hidden whatever they look like. Numbers stay: a count of tokens is no secret. */
const SENSITIVE_NAME =
  /authorization|api[-_]?key|(?:^|[-_.])tokens?$|[a-z]Tokens?$|secret|passw(?:or)?d|credential|cookie|private[-_]?key|jwt/i;

const MAX_TEXT_LENGTH = 4_000;
const MAX_SCANNED_LENGTH = 1_000_000;
const MAX_NESTING = 8;
const MAX_MEMBERS = 200;

/**
 * The one way of anything into a log or onto a screen: a plain copy of a value without secrets. Takes out what was
 * configured as a secret, what is named like one and what looks like one; errors become objects, cycles end, and long
 * texts are cut.
 *
 * @example redact({ url: 'https://a/?token=abc', password: 'x' }, []) // { url: 'https://a/?token=***', password: '***' }
 */
export function redact(value: unknown, secrets: readonly string[]): unknown {
  return copy(value, { secrets, hidden: false, depth: 0, above: [] });
}

type Place = { secrets: readonly string[]; hidden: boolean; depth: number; above: readonly object[] };

function copy(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return place.hidden && value !== '' ? HIDDEN : shorten(value, place.secrets);
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return value;
  if (place.above.includes(value)) return '[circular]';
  if (place.depth === MAX_NESTING) return '[…]';
  const below = { ...place, depth: place.depth + 1, above: [...place.above, value] };
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof URL) return copy(value.href, place);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Error) return copyMembers(errorMembers(value), below);
  if (value instanceof Map || value instanceof Headers) return copyMembers([...value.entries()], below);
  if (Array.isArray(value) || value instanceof Set) {
    return [...value].slice(0, MAX_MEMBERS).map((member) => copy(member, below));
  }
  return copyMembers(Object.entries(value), below);
}

function copyMembers(members: [unknown, unknown][], place: Place): Record<string, unknown> {
  return Object.fromEntries(
    members.slice(0, MAX_MEMBERS).map(([key, value]) => {
      const name = String(key);
      const hidden = place.hidden || SENSITIVE_NAME.test(name);
      return [shorten(name, place.secrets), copy(value, { ...place, hidden })];
    }),
  );
}

function errorMembers(error: Error): [string, unknown][] {
  const { name, message, stack, cause } = error;
  const own = Object.entries(error).filter(([key]) => key !== 'name' && key !== 'cause');
  return [
    ['name', name],
    ['message', message],
    ...own,
    ...(stack === undefined ? [] : [['stack', stack] as [string, unknown]]),
    ...(cause === undefined ? [] : [['cause', cause] as [string, unknown]]),
  ];
}

/** Cuts after hiding: a secret that is cut in half would no longer be recognised. */
function shorten(text: string, secrets: readonly string[]): string {
  if (text.length > MAX_SCANNED_LENGTH) return `[${text.length} characters]`;
  const shown = redactText(text, secrets);
  return shown.length <= MAX_TEXT_LENGTH ? shown : `${shown.slice(0, MAX_TEXT_LENGTH)}… [${text.length} characters]`;
}
