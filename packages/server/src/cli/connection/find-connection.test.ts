import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeDevelopmentFile } from '../../auth/development/development-file.ts';
import { findConnection } from './find-connection.ts';

const url = 'http://127.0.0.1:8123';
const tokens = { user: 'ph_user_1', admin: 'ph_admin_1', agent: 'ph_agent_1' };
let bare: string;
let developing: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-connection-'));
  [bare, developing] = [join(folder, 'bare'), join(folder, 'developing')];
  await mkdir(bare);
  await mkdir(join(developing, 'deep', 'down'), { recursive: true });
  await writeDevelopmentFile(join(developing, '.posthouse'), { url, tokens, pid: 1 });
});
afterAll(() => rm(join(bare, '..'), { recursive: true, force: true }));

const elsewhere = { MAIL_BASE_URL: 'https://mail.example.org', MAIL_API_KEY: 'from-environment' };

describe('the server that a command connects to', () => {
  test('a typed server comes before any other', async () => {
    const place = { folder: developing, environment: elsewhere };
    expect(await findConnection({ url: 'http://a:1', apiKey: 'k' }, place)).toEqual({ url: 'http://a:1', token: 'k' });
  });

  test('a link names the server and its token, which a typed token overrides', async () => {
    const link = 'swarm://connect?server=b.example&token=of-link';
    const place = { folder: bare, environment: elsewhere };
    expect(await findConnection({ url: link }, place)).toEqual({ url: 'https://b.example', token: 'of-link' });
    expect(await findConnection({ url: link, apiKey: 'k' }, place)).toEqual({ url: 'https://b.example', token: 'k' });
  });

  test('the environment may name the server by a link', async () => {
    const environment = { MAIL_BASE_URL: 'swarm://invite?server=c.example&token=t' };
    expect(await findConnection({}, { folder: bare, environment })).toEqual({ url: 'https://c.example', token: 't' });
  });

  test('the server of the environment is used when none was typed', async () => {
    expect(await findConnection({}, { folder: developing, environment: elsewhere })).toEqual({
      url: 'https://mail.example.org',
      token: 'from-environment',
    });
  });

  test('the development server of this folder or one above is used when nothing else is given', async () => {
    for (const folder of [developing, join(developing, 'deep/down')]) {
      expect(await findConnection({}, { folder, environment: { MAIL_BASE_URL: ' ', MAIL_API_KEY: '' } })).toEqual({
        url,
        token: tokens.user,
      });
    }
    expect(await findConnection({ apiKey: 'other' }, { folder: developing, environment: {} })).toEqual({
      url,
      token: 'other',
    });
  });

  test('the development server is recognised under another name of this machine', async () => {
    const place = { folder: developing, environment: {} };
    expect(await findConnection({ url: 'localhost:8123' }, place)).toEqual({
      url: 'http://localhost:8123',
      token: tokens.user,
    });
  });

  test.each(['http://127.0.0.1:9999', 'https://127.0.0.1:8123', 'http://evil.example:8123'])(
    'a server gets no development token when it is %s',
    async (other) => {
      expect(await findConnection({ url: other }, { folder: developing, environment: {} })).toEqual({ url: other });
    },
  );

  test('a server must be named when none is found', async () => {
    await expect(findConnection({}, { folder: bare, environment: {} })).rejects.toMatchObject({
      message: 'No server is named, and no development server runs here.',
      hint: expect.stringContaining('MAIL_BASE_URL'),
    });
  });
});
