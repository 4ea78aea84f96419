import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { developmentAuthenticator, newDevelopmentTokens } from './development-authenticator.ts';
import {
  keepDevelopmentTokens,
  readDevelopmentFile,
  removeDevelopmentFile,
  writeDevelopmentFile,
} from './development-file.ts';
import { toBanner } from './to-banner.ts';

const nobody = { authenticate: async () => undefined };

describe('development tokens', () => {
  const tokens = newDevelopmentTokens();
  const authenticator = developmentAuthenticator(tokens, nobody);

  test.each(['user', 'admin', 'agent'] as const)('development tokens include one for the role %s', async (role) => {
    expect(await authenticator.authenticate(tokens[role])).toEqual({ role, id: `dev-${role}`, token: tokens[role] });
  });

  test.each(['', 'x', tokens.user.slice(0, -1), `${tokens.user}A`])(
    'development tokens do not include %j',
    async (token) => {
      expect(await authenticator.authenticate(token)).toBeUndefined();
    },
  );

  test('development tokens are refused by the server of another folder', async () => {
    const other = developmentAuthenticator(newDevelopmentTokens(), nobody);
    expect(await other.authenticate(tokens.admin)).toBeUndefined();
  });

  test('development tokens work alongside a token that is created later', async () => {
    const others = { authenticate: async (token: string) => ({ role: 'user' as const, id: 'alice', token }) };
    expect(await developmentAuthenticator(tokens, others).authenticate('x')).toMatchObject({ id: 'alice' });
  });
});

describe('the development file', () => {
  let folder: string;
  const note = { url: 'http://127.0.0.1:8000', tokens: newDevelopmentTokens(), pid: process.pid };
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'posthouse-dev-')), '.posthouse');
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

  test('the development file is readable by its owner only, in a folder that version control ignores', async () => {
    await writeDevelopmentFile(folder, note);
    expect(statSync(join(folder, 'dev.json')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
    expect(await readDevelopmentFile(folder)).toEqual(note);
  });

  test('the development file is readable by its owner only, even when it replaces a file that everybody could read', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'dev.json'), '{}', { mode: 0o644 });
    await writeDevelopmentFile(folder, note);
    expect(statSync(join(folder, 'dev.json')).mode & 0o777).toBe(0o600);
  });

  test('the development file is deleted when the server stops', async () => {
    await writeDevelopmentFile(folder, note);
    await removeDevelopmentFile(folder, note);
    expect(existsSync(join(folder, 'dev.json'))).toBe(false);
    await removeDevelopmentFile(folder, note);
  });

  test('the development file is kept when another server has written its own', async () => {
    const other = { ...note, pid: note.pid + 1 };
    await writeDevelopmentFile(folder, note);
    await writeDevelopmentFile(folder, other);
    await removeDevelopmentFile(folder, note);
    expect(await readDevelopmentFile(folder)).toEqual(other);
  });

  test.each(['', '{', '[]', '{"url":1}', '{"url":"x","tokens":{}}'])(
    'a development file is ignored when it contains %j',
    async (content) => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'dev.json'), content);
      expect(await readDevelopmentFile(folder)).toBeUndefined();
    },
  );
});

describe('kept development tokens', () => {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'posthouse-dev-')), '.posthouse');
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

  test('kept tokens are the same at the next start, in a file that only their owner can read', async () => {
    const tokens = await keepDevelopmentTokens(folder);
    expect(await keepDevelopmentTokens(folder)).toEqual(tokens);
    expect(statSync(join(folder, 'dev-tokens.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).toSorted()).toEqual(['.gitignore', 'dev-tokens.json']);
  });

  test('kept tokens are the same for servers that start at the same moment', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => keepDevelopmentTokens(folder)));
    for (const other of others) expect(other).toEqual(first);
  });

  test.each(['', '{', '{"user":"x"}', '{"user":"","admin":"","agent":""}'])(
    'kept tokens are replaced when the file contains %j',
    async (content) => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'dev-tokens.json'), content, { mode: 0o600 });
      const tokens = await keepDevelopmentTokens(folder);
      expect(tokens.user).toMatch(/^ph_user_/);
      expect(await keepDevelopmentTokens(folder)).toEqual(tokens);
    },
  );

  test('kept tokens are replaced when others could read them', async () => {
    const tokens = await keepDevelopmentTokens(folder);
    chmodSync(join(folder, 'dev-tokens.json'), 0o644);
    const next = await keepDevelopmentTokens(folder);
    expect(next.user).not.toBe(tokens.user);
    expect(statSync(join(folder, 'dev-tokens.json')).mode & 0o777).toBe(0o600);
  });
});

test('the banner shows the URL, every token and commands to paste', () => {
  const tokens = newDevelopmentTokens();
  const banner = toBanner({ url: 'http://127.0.0.1:8000', tokens, swarm: 'demo', studio: true });
  expect(banner).toContain(`http://127.0.0.1:8000/studio/#token=${tokens.admin}`);
  expect(toBanner({ url: 'http://127.0.0.1:8000', tokens, swarm: 'demo', studio: false })).not.toContain('/studio/');
  for (const token of Object.values(tokens)) expect(banner).toContain(token);
  const lines = banner.split('\n').filter((line) => line.trim().startsWith('curl '));
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toContain(`http://127.0.0.1:8000/message -H 'Authorization: Bearer ${tokens.user}'`);
    const [, body] = /-d '(.*)'$/.exec(line) ?? [];
    expect(JSON.parse(body!)).toMatchObject({ body: expect.any(String) });
  }
});
