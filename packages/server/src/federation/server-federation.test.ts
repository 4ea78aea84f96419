import { mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@posthouse/store';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clerks } from '../__fixtures__/clerks.ts';
import type { Loose } from '../__fixtures__/loose.ts';
import { peerInfo, startPeer } from '../__fixtures__/peer-server.ts';
import { type LoggedLine, recordingLogger } from '../__fixtures__/recording-logger.ts';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';
import { quiet } from '../logging/quiet.ts';
import type { StartOptions } from '../start-options.ts';
import { startServer } from '../start-server.ts';
import { SigningKey } from './trust/signing-key.ts';

let folder: string;
let registryFile: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-federation-'));
  registryFile = join(folder, 'registry.json');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const entry = (url: string, fields: object = {}) => ({
  swarm_name: 'weather',
  base_url: url,
  version: '1.3',
  health_check_url: `${url}/health`,
  auth_token_ref: '${SWARM_AUTH_TOKEN_WEATHER}',
  last_seen: '2026-11-15T09:20:35.838824+00:00',
  latency: null,
  swarm_description: 'from the file',
  keywords: ['k1'],
  public: true,
  is_active: true,
  metadata: { m: 1 },
  volatile: false,
  ...fields,
});
const writeRegistry = (endpoints: object) =>
  writeFile(registryFile, JSON.stringify({ local_swarm_name: 'desk', local_swarm_description: 'old', endpoints }));
const readRegistry = async () => JSON.parse(await readFile(registryFile, 'utf8')) as Loose;

function serve(options: StartOptions = {}) {
  return startServer(clerks('desk', { public: true }), {
    port: 0,
    databaseURL: 'sqlite::memory:',
    auth: 'development',
    logger: quiet,
    handleSignals: false,
    drainMs: 0,
    federation: { registryFile },
    ...options,
  });
}
const warnings = (lines: LoggedLine[]): unknown[] =>
  lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields);

test('a letter may have the default size where the option is undefined', async () => {
  await using server = await serve({ federation: { letterBytes: undefined } });
  expect(server.served.federation.letterBytes).toBe(1024 * 1024);
});

describe('the registry file of a server', () => {
  test("the registry file is read at the start, and rewritten with the swarm's own data (Q46)", async () => {
    await using peer = await startPeer(peerInfo());
    await writeRegistry({ desk: entry('http://old', { swarm_name: 'desk' }), weather: entry(peer.url) });
    await using server = await serve();
    expect(server.served.federation.registry.get('weather')).toMatchObject({ baseURL: peer.url, volatile: false });
    expect(await readRegistry()).toMatchObject({
      local_swarm_name: 'desk',
      local_base_url: server.url,
      local_swarm_description: 'the desk',
      local_swarm_keywords: ['test'],
      local_swarm_public: true,
      endpoints: {
        desk: { base_url: server.url, swarm_description: 'the desk', auth_token_ref: null },
        weather: { base_url: peer.url, auth_token_ref: '${SWARM_AUTH_TOKEN_WEATHER}', metadata: { m: 1 } },
      },
    });
  });

  test('a missing registry file is created, and follows registrations', async () => {
    await using peer = await startPeer(peerInfo());
    await using server = await serve();
    expect(Object.keys((await readRegistry()).endpoints)).toEqual(['desk']);
    const { registry } = server.served.federation;
    await registry.register({ name: 'weather', baseURL: peer.url, authToken: 'hush-hush', volatile: false });
    await until(async () => 'weather' in (await readRegistry()).endpoints);
    expect(await readFile(registryFile, 'utf8')).not.toContain('hush');
    await registry.unregister('weather');
    await until(async () => !('weather' in (await readRegistry()).endpoints));
    await registry.register({ name: 'weather', baseURL: peer.url });
    await server.stop();
    expect(Object.keys((await readRegistry()).endpoints)).toEqual(['desk']);
  });

  test('the registry file does not override the store', async () => {
    await using peer = await startPeer(peerInfo());
    await using store = await openStore('sqlite::memory:');
    await using stage = await Stage.open({ store, outbound: { allowPrivateNetworks: true } });
    await stage.served.federation.registry.register({ name: 'weather', baseURL: peer.url, volatile: false });
    await writeRegistry({ weather: entry('http://elsewhere') });
    await using server = await serve({ store });
    expect(server.served.federation.registry.get('weather')).toMatchObject({ baseURL: peer.url });
  });

  test('the registry file does not restore a peer that was unregistered after it was written', async () => {
    await using peer = await startPeer(peerInfo());
    await using store = await openStore('sqlite::memory:');
    await using stage = await Stage.open({ store, outbound: { allowPrivateNetworks: true } });
    const { registry } = stage.served.federation;
    await registry.register({ name: 'weather', baseURL: peer.url, volatile: false });
    await writeRegistry({ weather: entry(peer.url) });
    const written = new Date('2026-01-01');
    await utimes(registryFile, written, written);
    await registry.unregister('weather');
    await using _ = await serve({ store });
    expect(registry.list()).toEqual([]);
    await registry.refresh();
    expect(registry.list()).toEqual([]);
    expect(Object.keys((await readRegistry()).endpoints)).toEqual(['desk']);
  });

  test('a file that was written later restores a peer, as does registering it by hand', async () => {
    await using peer = await startPeer(peerInfo());
    await using store = await openStore('sqlite::memory:');
    await using stage = await Stage.open({ store, outbound: { allowPrivateNetworks: true } });
    const { registry } = stage.served.federation;
    await registry.register({ name: 'weather', baseURL: peer.url, volatile: false });
    await registry.unregister('weather');
    await writeRegistry({ weather: entry(peer.url) });
    const later = new Date(Date.now() + 60_000);
    await utimes(registryFile, later, later);
    await using server = await serve({ store });
    expect(server.served.federation.registry.get('weather')).toMatchObject({ baseURL: peer.url });
    await registry.unregister('weather');
    await registry.register({ name: 'weather', baseURL: peer.url, volatile: false });
    expect(await store.records.list('peer-gone')).toEqual([]);
  });

  test('warns of a token in it, which is ignored, and of a missing variable', async () => {
    await writeRegistry({ weather: entry('http://127.0.0.1:9', { auth_token_ref: 'a-real-token' }) });
    const { logger, lines } = recordingLogger();
    await using _ = await serve({ logger });
    expect(warnings(lines)).toContainEqual({ peer: 'weather', file: registryFile });
    expect(warnings(lines)).toContainEqual({ peer: 'weather', variable: 'SWARM_AUTH_TOKEN_WEATHER' });
    expect(JSON.stringify(lines)).not.toContain('a-real-token');
    expect(await readFile(registryFile, 'utf8')).not.toContain('a-real-token');
  });

  test('causes no warning when the variable is set', async () => {
    vi.stubEnv('SWARM_AUTH_TOKEN_WEATHER', 'from outside');
    await writeRegistry({ weather: entry('http://127.0.0.1:9') });
    const { logger, lines } = recordingLogger();
    await using server = await serve({ logger });
    expect(warnings(lines).filter((fields) => fields !== undefined && 'variable' in (fields as object))).toEqual([]);
    const { registry } = server.served.federation;
    expect(registry.tokenOf(registry.get('weather')!)).toBe('from outside');
  });

  test('an invalid file keeps the server from starting, and is left unchanged', async () => {
    await writeFile(registryFile, 'nonsense');
    await expect(serve()).rejects.toMatchObject({ code: 'invalid_configuration' });
    expect(await readFile(registryFile, 'utf8')).toBe('nonsense');
  });

  test('a registry file that cannot be written is reported, and the server continues', async () => {
    const { logger, lines } = recordingLogger();
    await symlink(join(folder, 'nowhere'), join(folder, 'dangling'));
    await using server = await serve({
      logger,
      federation: { registryFile: join(folder, 'dangling', 'registry.json') },
    });
    expect(lines.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'the registry file cannot be written',
    ]);
    expect((await fetch(`${server.url}/swarms`)).status).toBe(200);
  });
});

describe('federation after a restart', () => {
  test('a restart keeps persistent peers and drops volatile ones (N45)', async () => {
    await using peer = await startPeer(peerInfo());
    await using other = await startPeer(peerInfo({ name: 'tides' }));
    const databaseURL = `sqlite:${join(folder, 'mail.db')}`;
    {
      await using server = await serve({ databaseURL });
      const { registry } = server.served.federation;
      await registry.register({ name: 'weather', baseURL: peer.url, volatile: false });
      await registry.register({ name: 'tides', baseURL: other.url });
      expect(registry.list()).toHaveLength(2);
    }
    await using again = await serve({ databaseURL });
    expect(again.served.federation.registry.list().map(({ name }) => name)).toEqual(['weather']);
  });

  test('a server keeps its key when the database is a file, readable by its owner only', async () => {
    const databaseURL = `sqlite:${join(folder, 'mail.db')}`;
    const ask = async () => {
      await using server = await serve({ databaseURL });
      return (await (await fetch(server.url)).json()) as Loose;
    };
    const [one, two] = [await ask(), await ask()];
    expect(one.public_key).toMatch(/^[\w-]{43}$/);
    expect([two.public_key, two.key_id]).toEqual([one.public_key, one.key_id]);
    expect((await stat(join(folder, 'mail.db.key'))).mode & 0o777).toBe(0o600);
  });

  test('a key that is given by the environment or the program is used', async () => {
    const key = SigningKey.from(Buffer.alloc(32, 5).toString('base64'));
    vi.stubEnv('MAIL_SIGNING_KEY', Buffer.alloc(32, 5).toString('base64'));
    await using server = await serve();
    expect(server.served.federation.key.id).toBe(key.id);
    vi.stubEnv('MAIL_SIGNING_KEY', 'nonsense');
    await expect(serve()).rejects.toMatchObject({ code: 'invalid_configuration' });
    const signingKey = Buffer.alloc(32, 6).toString('base64');
    await using other = await serve({ federation: { signingKey } });
    expect(other.served.federation.key.id).toBe(SigningKey.from(signingKey).id);
  });
});
