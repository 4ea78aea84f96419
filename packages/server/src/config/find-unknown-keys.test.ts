import { describe, expect, test } from 'vitest';
import { findUnknownKeys } from './find-unknown-keys.ts';
import { type Setting, SETTINGS } from './settings.ts';

const keys = (Object.values(SETTINGS) as Setting[]).map(({ key }) => key);

function look(key: string, value: unknown = 1) {
  const table = key.split('.').reduceRight<unknown>((inside, part) => ({ [part]: inside }), value);
  return findUnknownKeys({ path: 'f.toml', table: table as Record<string, unknown> });
}

describe('a misspelled key', () => {
  const slips: [string, (name: string) => string][] = [
    ['a letter too many', (name) => `${name}x`],
    ['a letter swapped', (name) => `${name[1]}${name[0]}${name.slice(2)}`],
    ['written together', (name) => name.replaceAll('_', '')],
    ['with dashes', (name) => name.replaceAll('_', '-')],
    ['in capitals', (name) => name.toUpperCase()],
  ];

  test.each(slips)('%s gets a suggestion of the right name', (_, slip) => {
    for (const key of keys) {
      const [name = ''] = key.split('.').slice(-1);
      const wrong = key.slice(0, key.length - name.length) + slip(name);
      if (wrong === key) continue;
      expect(look(wrong).warnings).toEqual([`f.toml: ${wrong} is not a setting and is ignored; did you mean ${key}?`]);
    }
  });
});

describe('a key in the wrong table', () => {
  test.each([
    ['port', 'server.port'],
    ['log.cert_file', 'server.tls.cert_file'],
    ['server.timeout', 'client.timeout'],
    ['server.origins', 'server.cors.origins'],
    ['client.swarm.source', undefined],
  ])('%s gets a suggestion of the right table, if there is one', (wrong, right) => {
    const [warning] = look(wrong).warnings;
    expect(warning?.includes('did you mean')).toBe(right !== undefined);
    expect(warning).toContain(right ?? 'is ignored');
  });
});

test('known keys cause no warning', () => {
  for (const key of keys) expect(look(key)).toEqual({ missing: [], warnings: [] });
});

test('an unknown table causes one warning, whatever it contains', () => {
  expect(look('metrics', { a: 1, b: { c: 2 } }).warnings).toHaveLength(1);
});

test.each([5, 'x', true, [], [{}], new Date(0)])('%j in place of a table is an error', (value) => {
  for (const place of ['server', 'server.swarm', 'log']) {
    expect(look(place, value).missing).toEqual([`f.toml: ${place} must be a table, such as [${place}]`]);
  }
});
