import { isJSONObject } from '@posthouse/protocol';
import { stringify } from 'smol-toml';
import { redactText } from '../logging/redact-text.ts';
import type { Config, Origin } from './config.ts';
import { type Setting, type SettingName, SETTINGS } from './settings.ts';

/** Up to the last `@`: whoever chooses a password thinks of many characters, and seldom of what a URL allows. */
const USER_OF_URL = /^([a-z][a-z0-9+.-]*:\/\/).*@/i;

/**
 * A configuration as TOML, with the origin of each value beside it. Passwords are hidden; everything else could be used as
 * a configuration file again.
 */
export function toConfigReport({ values, origins, file }: Config): string {
  const rows = (Object.entries(SETTINGS) as [SettingName, Setting][]).map(([name, { key }]) => {
    const value = values[name];
    const line = value === undefined ? `# ${key} is not set` : `${key} = ${toTOML(value)}`;
    return { line, origin: value === undefined ? '' : `# ${toOriginText(origins[name])}` };
  });
  const width = Math.max(...rows.map(({ line }) => line.length));
  const head = file === undefined ? '# no configuration file was read' : `# configuration file: ${file}`;
  return [
    head,
    ...rows.map(({ line, origin }) => (origin === '' ? line : `${line.padEnd(width)}  ${origin}`)),
    '',
  ].join('\n');
}

function toOriginText(origin: Origin): string {
  switch (origin.kind) {
    case 'default':
      return 'default';
    case 'file':
      return `file ${origin.path}`;
    case 'environment':
      return `environment ${origin.name}`;
    case 'flag':
      return `flag ${origin.name}`;
  }
}

function toTOML(value: unknown): string {
  if (isJSONObject(value)) {
    const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)} = ${toTOML(inner)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  const shown = typeof value === 'string' ? redactText(value.replace(USER_OF_URL, '$1***@'), []) : value;
  return stringify({ value: shown }).trim().slice('value = '.length);
}
