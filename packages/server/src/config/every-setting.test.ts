import { describe, expect, test } from 'vitest';
import { agentTables } from './agent-tables.ts';
import { LOG_FORMATS, LOG_LEVELS } from '../logging/logger.ts';
import { readConfig } from './read-config.ts';
import { choice, flag, freeText, origins, type SettingKind, text, texts, webURL } from './setting-kinds.ts';
import { AUTH_MODES, type ConfigValues, type Setting, type SettingName, SETTINGS } from './settings.ts';

/** Three different values that a setting takes, none of them its default. */
function samplesOf({ kind, fallback }: Setting): unknown[] {
  const pools: [SettingKind<unknown>, unknown[]][] = [
    [text, ['one', 'two', 'three']],
    [freeText, ['one', 'two', 'three']],
    [texts, [['a'], ['b'], ['c']]],
    [agentTables, [{ a: {} }, { b: {} }, { c: {} }]],
    [origins, [['https://a.example'], ['https://b.example'], ['*']]],
    [webURL, ['https://a.example', 'https://b.example', 'https://c.example']],
    [flag, [fallback !== true, fallback !== true, fallback !== true]],
  ];
  const pool = pools.find(([known]) => known === kind)?.[1];
  if (pool !== undefined) return pool;
  for (const values of [AUTH_MODES, LOG_LEVELS, LOG_FORMATS]) {
    if (choice<string>(values).expected !== kind.expected) continue;
    const others = values.filter((value) => value !== fallback);
    return [others[0], others[1] ?? others[0], others[2] ?? others[0]];
  }
  return [2_001, 2_002, 2_003];
}

function toTable(key: string, value: unknown): Record<string, unknown> {
  return key.split('.').reduceRight<unknown>((inside, part) => ({ [part]: inside }), value) as Record<string, unknown>;
}

function toText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return (Array.isArray(value) ? value : Object.keys(value)).join(',');
}

/** What some settings need beside them. */
const COMPANIONS: Partial<Record<SettingName, NodeJS.ProcessEnv>> = {
  authEndpoint: { TOKEN_INFO_ENDPOINT: 'https://x.example' },
  tokenInfoEndpoint: { AUTH_ENDPOINT: 'https://x.example' },
  authMode: { TOKEN_INFO_ENDPOINT: 'https://x.example', AUTH_ENDPOINT: 'https://x.example' },
  tlsCertFile: { MAIL_TLS_KEY_FILE: 'x' },
  tlsKeyFile: { MAIL_TLS_CERT_FILE: 'x' },
};

describe.each(Object.entries(SETTINGS) as [SettingName, Setting][])('the setting %s', (name, setting) => {
  const { key, alias, environment: variable, flag: option, fallback } = setting;
  const [inFile, inEnvironment, asFlag] = samplesOf(setting);
  const beside = COMPANIONS[name] ?? {};
  const read = (sources: { file?: Record<string, unknown>; environment?: NodeJS.ProcessEnv; flags?: object }) =>
    readConfig({
      ...(sources.file === undefined ? {} : { file: { path: 'f.toml', table: sources.file } }),
      environment: { ...beside, ...sources.environment },
      flags: { ...sources.flags },
    });

  test('a setting has its default when no source sets it', () => {
    const { values, origins: from, warnings } = readConfig({ environment: {}, flags: {} });
    expect(values[name]).toEqual(fallback);
    expect(from[name]).toEqual({ kind: 'default' });
    expect(warnings).toEqual([]);
  });

  test('a setting is taken from the file', () => {
    for (const place of alias === undefined ? [key] : [key, alias]) {
      const { values, origins: from, warnings } = read({ file: toTable(place, inFile) });
      expect(values[name]).toEqual(inFile);
      expect(from[name]).toEqual({ kind: 'file', path: 'f.toml' });
      expect(warnings).toEqual([]);
    }
  });

  test('a setting is taken from the environment rather than the file, if it has a variable', () => {
    const sources = {
      file: toTable(key, inFile),
      environment: variable === undefined ? {} : { [variable]: toText(inEnvironment) },
    };
    const { values, origins: from } = read(sources);
    expect(values[name]).toEqual(variable === undefined ? inFile : inEnvironment);
    expect(from[name].kind).toBe(variable === undefined ? 'file' : 'environment');
  });

  test('a setting is taken from a flag rather than from either, if it has one, as a value or as text', () => {
    for (const given of [asFlag, toText(asFlag)]) {
      const sources = {
        file: toTable(key, inFile),
        environment: variable === undefined ? {} : { [variable]: toText(inEnvironment) },
        flags: option === undefined ? {} : { [option]: given },
      };
      const { values, origins: from } = read(sources);
      const weaker = variable === undefined ? inFile : inEnvironment;
      expect(values[name]).toEqual(option === undefined ? weaker : asFlag);
      expect(from[name].kind === 'flag').toBe(option !== undefined);
    }
  });

  test('a date in the file is refused as the value of any setting', () => {
    expect(() => read({ file: toTable(key, new Date(0)) })).toThrow(`f.toml: ${key} must be`);
  });

  test('a setting changes no other one', () => {
    const plain = readConfig({ environment: {}, flags: {} }).values as Record<string, unknown>;
    const { values, origins: from } = read({ file: toTable(key, inFile) });
    const changed = values as Record<string, unknown>;
    const different = Object.keys(plain).filter(
      (other) => JSON.stringify(plain[other]) !== JSON.stringify(changed[other]),
    );
    expect(different.filter((other) => from[other as SettingName].kind !== 'environment')).toEqual([name]);
  });
});

test('the type of a value follows from its kind, and includes undefined only without a default', () => {
  const { values }: { values: ConfigValues } = readConfig({ environment: {}, flags: {} });
  const port: number = values.port;
  const name: string | undefined = values.swarmName;
  expect([port, name]).toEqual([8000, undefined]);
});
