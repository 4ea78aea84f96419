import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Setting, SETTINGS } from './settings.ts';

const page = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const settings = Object.values(SETTINGS) as Setting[];

test.each(settings.map((setting) => [setting.key, setting] as const))('%s has a documented row', (key, setting) => {
  const { environment, flag, fallback, alias, about } = setting;
  const row = rows.find(([, first]) => first?.startsWith(`\`${key}\``)) ?? [];
  const [, name, value, variable, option, meaning] = row;
  expect(name).toBe(alias === undefined ? `\`${key}\`` : `\`${key}\`, \`${alias}\``);
  expect(value).toBe(fallback === undefined ? '' : `\`${JSON.stringify(fallback)}\``);
  expect(variable).toBe(environment === undefined ? '' : `\`${environment}\``);
  expect(option).toBe(flag === undefined ? '' : `\`--${flag}\``);
  expect(meaning).toBe(about);
});

test('the documentation has no row for anything else', () => {
  const keys = rows.map(([, first]) => /^`([\w.]+)`/.exec(first ?? '')?.[1]).filter((key) => key?.includes('.'));
  expect(keys.toSorted()).toEqual(settings.map(({ key }) => key).toSorted());
});

test('every setting is described in whole sentences', () => {
  for (const { about } of settings) expect(about).toMatch(/^[A-Z`].*\.$/);
});

test('no two settings share a key, a variable or a flag', () => {
  for (const name of ['key', 'environment', 'flag'] as const) {
    const given = settings.map((setting) => setting[name]).filter((one) => one !== undefined);
    expect(new Set(given).size).toBe(given.length);
  }
});
