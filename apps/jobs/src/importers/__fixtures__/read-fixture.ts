import { readFileSync } from 'node:fs';

/** A file beside this one. */
export function readFixture(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
