import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KeyFile } from './key-file.ts';
import { openAgent } from './open-agent.ts';

let dataDir: string;
let file: KeyFile;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'key-file-'));
  file = new KeyFile({ dataDir });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const write = (value: unknown) =>
  writeFileSync(file.path, typeof value === 'string' ? value : JSON.stringify(value), { mode: 0o600 });
const withKey = (name: string, key: string) => ({ version: 1, profiles: { [name]: { api_key: key } } });

describe('auth.json', () => {
  test('auth.json is created empty, readable by its owner only, and left alone from then on', () => {
    file.create();
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    expect(file.read()).toEqual({ keys: {}, errors: [] });
    write(withKey('openai:api_key', 'k'));
    file.create();
    expect(JSON.parse(readFileSync(file.path, 'utf8'))).toEqual(withKey('openai:api_key', 'k'));
  });

  test('gives keys their names in the environment', () => {
    write({ version: 1, profiles: { 'anthropic:api_key': { api_key: 'a' }, 'my-host:api_key': { api_key: 'b' } } });
    expect(file.read()).toEqual({ keys: { ANTHROPIC_API_KEY: 'a', MY_HOST_API_KEY: 'b' }, errors: [] });
  });

  test('auth.json causes a warning when others can read it', () => {
    write(withKey('openai:api_key', 'k'));
    chmodSync(file.path, 0o644);
    expect(file.read()).toEqual({ keys: { OPENAI_API_KEY: 'k' }, errors: [expect.stringContaining('chmod 600')] });
  });

  test.each([
    ['{', 'not JSON'],
    [{ version: 1, profiles: { 'openai:api_key': { api_key: 7_351 } } }, 'profiles.openai:api_key.api_key'],
    [[], 'the whole'],
  ])('auth.json contains no keys as %j, which is reported without its content', (value, what) => {
    write(value);
    const { keys, errors } = file.read();
    expect([keys, errors]).toEqual([{}, [expect.stringContaining(what)]]);
    expect(errors.join()).not.toContain('7351');
  });
});

describe('the key of a model', () => {
  const available = (env: Record<string, string>) => {
    const { primary } = openAgent({ dataDir, id: 'jobs', env }).choose();
    return primary.available ? primary.apiKey : undefined;
  };

  test('the key of a model is read from the file as soon as it is there', () => {
    const agent = openAgent({ dataDir, id: 'jobs', env: {} });
    expect(agent.choose().primary.available).toBe(false);
    write(withKey('anthropic:api_key', 'from the file'));
    expect(agent.choose().primary).toMatchObject({ available: true, apiKey: 'from the file' });
  });

  test('the key of a model comes from the environment first', () => {
    write(withKey('anthropic:api_key', 'from the file'));
    expect(available({ ANTHROPIC_API_KEY: 'from the environment' })).toBe('from the environment');
    expect(available({ ANTHROPIC_API_KEY: '' })).toBe('from the file');
  });
});
