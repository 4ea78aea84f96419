import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { peerInfo, startPeer } from '../../__fixtures__/peer-server.ts';
import { quiet } from '../../logging/quiet.ts';
import type { RunningServer } from '../../start-options.ts';
import { startServer } from '../../start-server.ts';
import { clerks } from '../../__fixtures__/clerks.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { main } from '../main.ts';
import { toPeerTable } from './to-peer-table.ts';

let server: RunningServer;
beforeEach(async () => {
  server = await startServer(clerks(), {
    port: 0,
    databaseURL: 'sqlite::memory:',
    auth: 'development',
    logger: quiet,
    handleSignals: false,
    federation: { discovery: ['127.0.0.1'] },
    drainMs: 0,
  });
});
afterEach(() => server.stop({ drainMs: 0 }));

async function swarms(...words: string[]) {
  const terminal = testTerminal({ environment: { MAIL_BASE_URL: server.url, MAIL_API_KEY: server.tokens!.admin } });
  const code = await main(['swarms', ...words], terminal);
  return { code, output: terminal.said(), complaints: terminal.complained() };
}

describe('posthouse swarms', () => {
  test('registers, lists and unregisters a swarm', async () => {
    await using peer = await startPeer(peerInfo());
    expect((await swarms('list')).output).toBe('There are no peers.\n');
    expect(await swarms('register', 'weather', peer.url, '--token', 'hush-hush')).toMatchObject({
      code: 0,
      output: 'weather is registered.\n',
    });
    const { output } = await swarms('list');
    expect(output).toMatch(/^NAME +STATE +KIND +SEEN +LATENCY +TOKEN +URL\n/);
    expect(output).toMatch(/^weather +there +mail +\d{4}-\d\d-\d\d \d\d:\d\d .* yes +http/m);
    expect(output).not.toContain('hush');
    expect((await swarms('unregister', 'weather')).output).toBe('weather is unregistered.\n');
    expect(await swarms('unregister', 'weather')).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('not registered') as string,
    });
  });

  test('registers a swarm by a link with everything in it', async () => {
    await using peer = await startPeer(peerInfo());
    const link = `swarm://invite?server=${encodeURIComponent(peer.url)}&swarm=weather&token=hush-hush`;
    const terms = ['--volatile', '--agents', 'clerk, hermit', '--callers', 'w-1'];
    expect((await swarms('register', link, ...terms)).code).toBe(0);
    const { output } = await swarms('list', '--json');
    expect(JSON.parse(output)).toMatchObject({
      swarm_name: 'weather',
      base_url: peer.url,
      volatile: true,
      has_token: true,
      agents: ['clerk', 'hermit'],
      callers: ['w-1'],
    });
  });

  test('says which variable a persistent peer needs', async () => {
    await using peer = await startPeer(peerInfo());
    await swarms('register', 'weather', peer.url);
    expect((await swarms('list')).output).toContain('set SWARM_AUTH_TOKEN_WEATHER');
  });

  test('discovers swarms and approves them', async () => {
    await using peer = await startPeer(peerInfo());
    const entry = { swarm_name: 'weather', base_url: peer.url, version: '1.3', swarm_description: '', keywords: [] };
    await using registry = await startPeer({ swarms: [entry] });
    expect((await swarms('discover', registry.url)).output).toContain('waiting for approval');
    expect((await swarms('approve', 'weather', '--token', 't', '--json')).output).toBe(
      '{"status":"approved","swarm_name":"weather"}\n',
    );
    expect((await swarms('list')).output).toMatch(/weather +there/);
  });

  test('accepts only the token of an admin', async () => {
    expect(await swarms('list', '--api-key', server.tokens!.user)).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('Invalid role') as string,
    });
  });

  test.each([
    [['destroy'], 'can list, register'],
    [[], 'ACTION'],
    [['list', 'x'], 'no argument'],
    [['register'], '2 arguments'],
    [['register', 'x'], '2 arguments'],
    [['register', 'swarm://invite?server=x'], 'does not name a swarm'],
    [['unregister'], '1 argument.'],
    [['approve', 'a', 'b'], '1 argument.'],
    [['discover'], 'URL of a registry'],
  ])('refuses %j before it contacts the server', async (words, text) => {
    const refused = await swarms(...words);
    expect([refused.code, refused.complaints]).toEqual([2, expect.stringContaining(text)]);
  });

  test('shows help with examples', async () => {
    const { code, output } = await swarms('--help');
    expect(code).toBe(0);
    expect(output).toContain('posthouse swarms register beta https://beta.example.org');
  });
});

test('names and addresses from peers cannot control the terminal', () => {
  const peer = {
    swarmName: 'a\u001b[2Jb',
    baseURL: 'http://x\u0007',
    version: '',
    swarmDescription: '',
    keywords: [],
    public: false,
    volatile: true,
    kind: 'ours' as const,
    state: 'approved' as const,
    isActive: false,
    hasToken: false,
  };
  const table = toPeerTable([peer]);
  // oxlint-disable-next-line no-control-regex -- these are what must not be there
  expect(table).not.toMatch(/[\u0007\u001b]/);
  expect(table).toContain('does not respond, volatile');
});
