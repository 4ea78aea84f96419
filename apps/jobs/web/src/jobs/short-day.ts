/**
 * A day as lists have room for it: the year is named only if it is another one than now.
 *
 * @example toShortDay('2026-01-22T10:00:00Z', 'en', new Date('2026-03-01')) // 'Jan 22'
 */
export function toShortDay(at: string, language: string, now = new Date()): string {
  const date = new Date(at);
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return date.toLocaleDateString(language, { month: 'short', day: 'numeric', ...year });
}
