import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@posthouse/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { findToken } from '../../auth/tokens/token-records.ts';
import { main } from '../main.ts';

let folder: string;
let url: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-tokens-'));
  url = `sqlite:${join(folder, 'tokens.db')}`;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function token(...words: string[]) {
  const terminal = testTerminal({ folder, environment: { DATABASE_URL: url } });
  const code = await main(['token', ...words], terminal);
  return { code, output: terminal.said(), complaints: terminal.complained() };
}

describe('posthouse token', () => {
  test('prints a new token alone, and keeps only its hash', async () => {
    const { code, output, complaints } = await token('create', '--role', 'admin', '--id', 'me', '--name', 'laptop');
    expect(code).toBe(0);
    expect(output).toMatch(/^ph_admin_[\w-]+\n$/);
    expect(complaints).toMatch(/^This admin token of me is shown only once\. Its handle is [0-9a-f]{12};/);
    await using store = await openStore(url);
    expect((await findToken(store.records, output.trim()))?.value).toMatchObject({
      role: 'admin',
      id: 'me',
      name: 'laptop',
    });
    expect(JSON.stringify(await store.records.list('token'))).not.toContain(output.trim());
  });

  test('lists tokens, by role and id if wanted, without showing them', async () => {
    expect((await token('list')).output).toBe('There are no tokens.\n');
    const made = (await token('create', '--role', 'user', '--id', 'ada')).output.trim();
    await token('create', '--role', 'agent', '--id', 'beta');
    const { output } = await token('list');
    expect(output).toMatch(/^HANDLE +ROLE +ID +CREATED +LAST USED +NAME\n/);
    expect(output).toMatch(/^[0-9a-f]{12} +user +ada +\d{4}-\d\d-\d\d \d\d:\d\d +never$/m);
    expect(output).not.toContain(made);
    expect((await token('list', '--role', 'agent')).output.split('\n')).toHaveLength(3);
    expect((await token('list', '--id', 'nobody')).output).toBe('There are no tokens.\n');
  });

  test('revokes a token by its handle', async () => {
    const created = JSON.parse((await token('create', '--role', 'user', '--id', 'ada', '--json')).output) as {
      token: string;
      handle: string;
    };
    const { code, output } = await token('revoke', created.handle);
    expect([code, output]).toEqual([0, expect.stringContaining(created.handle)]);
    expect((await token('list')).output).toBe('There are no tokens.\n');
    expect(await token('revoke', created.handle)).toMatchObject({ code: 1, complaints: 'There is no such token.\n' });
  });

  test('revokes all tokens of a caller', async () => {
    for (const id of ['ada', 'ada', 'eve']) await token('create', '--role', 'user', '--id', id);
    const { code, output } = await token('revoke', '--role', 'user', '--id', 'ada', '--json');
    expect(code).toBe(0);
    expect(
      output
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id),
    ).toEqual(['ada', 'ada']);
    expect((await token('list', '--json')).output.trimEnd().split('\n')).toHaveLength(1);
  });

  test.each([
    [['create', '--role', 'root', '--id', 'x'], 2],
    [['create', '--role', 'user'], 2],
    [['create', '--role', 'user', '--id', ''], 1],
    [['create', 'x', '--role', 'user', '--id', 'y'], 2],
    [['revoke'], 2],
    [['revoke', '123456abcdef', '--id', 'x'], 2],
    [['destroy'], 2],
    [[], 2],
  ])('posthouse token refuses %j', async (words, code) => {
    const refused = await token(...words);
    expect(refused.code).toBe(code);
    expect(refused.complaints).toMatch(/^posthouse: [A-Z'-]/);
  });
});
