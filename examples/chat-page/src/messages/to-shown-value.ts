/** A value of a call as people read it: text as it is, everything else as indented JSON. */
export function toShownValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
}
