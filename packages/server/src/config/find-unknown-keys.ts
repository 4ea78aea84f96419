import { isJSONObject } from '@posthouse/protocol';
import { closestName } from '@posthouse/runtime';
import { SETTINGS, type Setting } from './settings.ts';

const KEYS: ReadonlySet<string> = new Set(
  (Object.values(SETTINGS) as Setting[]).flatMap(({ key, alias }) => (alias === undefined ? [key] : [key, alias])),
);

/** Tables that hold settings, such as `server` and `server.swarm`. */
const TABLES: ReadonlySet<string> = new Set(
  [...KEYS].flatMap((key) => {
    const parts = key.split('.').slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
  }),
);

/** Keys of a file that mean nothing here: worth a warning. A value where a table belongs is an error (`missing`). */
export function findUnknownKeys(file: { path: string; table: Record<string, unknown> }): {
  missing: string[];
  warnings: string[];
} {
  const missing: string[] = [];
  const warnings: string[] = [];
  const look = (table: Record<string, unknown>, above: string): void => {
    for (const [name, value] of Object.entries(table)) {
      const key = above === '' ? name : `${above}.${name}`;
      if (KEYS.has(key)) continue;
      if (!TABLES.has(key)) warnings.push(`${file.path}: ${key} is not a setting${suggestion(key)}`);
      else if (isTable(value)) look(value, key);
      else missing.push(`${file.path}: ${key} must be a table, such as [${key}]`);
    }
  };
  look(file.table, '');
  return { missing, warnings };
}

function suggestion(key: string): string {
  const closest = sameName(key) ?? closestSibling(key);
  return closest === undefined ? ' and is ignored' : ` and is ignored; did you mean ${closest}?`;
}

/** The right name in the wrong table. */
function sameName(key: string): string | undefined {
  return [...KEYS].find((known) => nameOf(known) === nameOf(key));
}

/** A name like it in the same table. */
function closestSibling(key: string): string | undefined {
  const siblings = [...KEYS, ...TABLES].filter((known) => tableOf(known) === tableOf(key));
  const name = closestName(nameOf(key), siblings.map(nameOf));
  return siblings.find((known) => nameOf(known) === name);
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

function tableOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('.')));
}

function isTable(value: unknown): value is Record<string, unknown> {
  return isJSONObject(value) && !(value instanceof Date);
}
