const MAX_SHOWN_LENGTH = 60;

/** Names a value in an error message: its kind, and as much of it as fits. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return `the string ${JSON.stringify(clip(value, MAX_SHOWN_LENGTH))}`;
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${String(value)}`;
  if (Array.isArray(value)) return value.length === 1 ? 'a list of 1 item' : `a list of ${value.length} items`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The beginning of a text that is too long to be shown. */
export function clip(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
