import { type Column, type SQL, sql } from 'drizzle-orm';
import { fold } from './fold.ts';

/**
 * A condition that is true where a column contains a text, whatever its case. `%`, `_` and `\` in the text mean
 * themselves.
 */
export function contains(column: Column, text: string): SQL {
  const pattern = `%${fold(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  // SQLite knows the two cases of ASCII letters itself, and faster.
  const isPlain = /^[\x20-\x7E]*$/.test(text);
  return isPlain ? sql`${column} LIKE ${pattern} ESCAPE '\\'` : sql`fold(${column}) LIKE ${pattern} ESCAPE '\\'`;
}
