/** The keys of a value and what is under each, when that is nothing but a word or a number; undefined for anything else. */
export function toFields(value: unknown): [key: string, text: string][] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries: [string, unknown][] = Object.entries(value);
  if (entries.length === 0 || entries.some(([, field]) => typeof field === 'object' && field !== null))
    return undefined;
  return entries.map(([key, field]) => [key, String(field)]);
}
