import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@posthouse/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clerks } from '../../__fixtures__/clerks.ts';
import { findToken } from '../../auth/tokens/token-records.ts';
import { readSwarmLink } from '../../federation/registry/swarm-link.ts';
import { quiet } from '../../logging/quiet.ts';
import { startServer } from '../../start-server.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { toServerURL } from '../connection/to-server-url.ts';
import { main } from '../main.ts';

let folder: string;
let url: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-invite-'));
  url = `sqlite:${join(folder, 'mail.db')}`;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function invite(words: string[], environment: Record<string, string> = {}) {
  const terminal = testTerminal({ folder, environment: { DATABASE_URL: url, ...environment } });
  const code = await main(['invite', ...words], terminal);
  return { code, output: terminal.said(), complaints: terminal.complained() };
}

const serve = (options: object = {}) =>
  startServer(clerks(), { port: 0, databaseURL: url, logger: quiet, handleSignals: false, drainMs: 0, ...options });

describe('posthouse invite', () => {
  test('prints only a link, with a token for the other swarm, and our name and key', async () => {
    await using server = await serve({ auth: 'tokens' });
    const { code, output, complaints } = await invite(['beta', '--url', server.url]);
    expect(code).toBe(0);
    expect(output).toMatch(/^swarm:\/\/invite\?server=\S+\n$/);
    const link = readSwarmLink(output)!;
    expect(link).toMatchObject({ server: server.url, swarm: 'desk', key: server.served.federation.key.id });
    expect((await findToken(server.served.store.records, link.token!))?.value).toMatchObject({
      role: 'agent',
      id: 'beta',
    });
    expect(complaints).toMatch(/shown only once and gives access to beta; its handle is [0-9a-f]{12}/);
    expect(complaints).toContain('the first token');
  });

  test('makes a link that the other server can register and write with', async () => {
    await using alpha = await serve({ auth: 'tokens', outbound: { allowPrivateNetworks: true } });
    const { output } = await invite(['beta', '--url', alpha.url]);
    await using beta = await startServer(clerks('beta'), {
      port: 0,
      databaseURL: 'sqlite::memory:',
      logger: quiet,
      handleSignals: false,
      drainMs: 0,
    });
    const terminal = testTerminal({ environment: { MAIL_BASE_URL: beta.url, MAIL_API_KEY: beta.tokens!.admin } });
    expect(await main(['swarms', 'register', output.trim()], terminal)).toBe(0);
    const [peer] = beta.served.federation.registry.list();
    expect(peer).toMatchObject({ name: 'desk', baseURL: alpha.url, kind: 'ours' });
    expect(beta.served.federation.registry.tokenOf(peer!)).toBe(readSwarmLink(output)!.token);
  });

  test('invites people with a link that opens the client', async () => {
    const { output } = await invite(['ada', '--role', 'user', '--url', 'https://mail.example.org']);
    expect(output).toMatch(/^swarm:\/\/connect\?server=mail\.example\.org&token=ph_user_\S+\n$/);
    expect(toServerURL(output.trim())).toMatchObject({
      url: 'https://mail.example.org',
      token: expect.any(String) as string,
    });
  });

  test('uses the public URL of the configuration, and works while the server is down', async () => {
    const { output, complaints } = await invite(['beta', '--json'], { MAIL_PUBLIC_URL: 'http://127.0.0.1:1/below/' });
    expect(JSON.parse(output)).toMatchObject({ server: 'http://127.0.0.1:1/below', role: 'agent', id: 'beta' });
    expect(complaints).toBe('');
    const named = await invite(['beta', '--swarm', 'alpha'], { MAIL_PUBLIC_URL: 'http://127.0.0.1:1' });
    expect(readSwarmLink(named.output)).toMatchObject({ swarm: 'alpha' });
    expect(named.complaints).not.toContain('the first token');
  });

  test.each([
    [[], 2],
    [['beta'], 2],
    [['beta', '--role', 'root', '--url', 'https://x'], 2],
    [['beta', '--url', 'ftp://x'], 2],
    [['beta', '--url', 'https://x', '--database-url', 'sqlite::memory:'], 2],
  ])('refuses %j and creates nothing', async (words, code) => {
    expect((await invite(words)).code).toBe(code);
    await using store = await openStore(url);
    expect(await store.records.list('token')).toEqual([]);
  });
});
