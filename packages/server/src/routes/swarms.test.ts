import { peerListWire, swarmListWire } from '@posthouse/protocol';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { clerks } from '../__fixtures__/clerks.ts';
import { peerInfo, startPeer } from '../__fixtures__/peer-server.ts';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';
import type { Loose } from '../__fixtures__/loose.ts';
import { recordingLogger } from '../__fixtures__/recording-logger.ts';

const loopback = { outbound: { allowPrivateNetworks: true } };
const admin = { as: 'root' };

const agentJSON = (name: string) => ({
  name,
  comm_targets: [],
  enable_entrypoint: true,
  can_complete_tasks: true,
  agent_params: { llm: 'scripted/none', system: 'You answer.' },
});
const swarmJSON = (fields: object = {}) =>
  JSON.stringify({
    name: 'loaded',
    version: '2.0.0',
    description: 'came later',
    entrypoint: 'answerer',
    agents: [agentJSON('answerer')],
    actions: [],
    ...fields,
  });

describe('GET /swarms', () => {
  test('lists the public swarms of this server to everybody', async () => {
    await using stage = await Stage.open({
      swarms: [clerks('open', { public: true }), clerks('closed')],
      publicURL: 'https://post.example.org',
    });
    const { body } = await stage.call('/swarms', { as: null });
    swarmListWire.parse(body);
    expect(body.swarms).toMatchObject([
      {
        swarm_name: 'open',
        base_url: 'https://post.example.org',
        version: '1.3',
        swarm_description: 'the open',
        keywords: ['test'],
        is_active: true,
        // Nobody measures it, and the reference says so with a null.
        latency: null,
      },
    ]);
  });

  test('returns the address of the request when no public URL is configured', async () => {
    await using stage = await Stage.open({ swarms: [clerks('open', { public: true })] });
    const { url } = await stage.listen();
    const { swarms } = (await (await stage.overHTTP('/swarms')).json()) as Loose;
    expect(swarms[0].base_url).toBe(url);
  });
});

describe('POST /swarms', () => {
  test.each(['/swarms', '/swarms/register'])('asks the peer who it is and remembers it, at %s', async (path) => {
    await using peer = await startPeer(peerInfo());
    await using stage = await Stage.open(loopback);
    const body = { name: 'weather', base_url: `${peer.url}/`, auth_token: 'hush', metadata: { a: 1 } };
    expect(await stage.call(path, { ...admin, body })).toMatchObject({
      status: 200,
      body: { status: 'registered', swarm_name: 'weather' },
    });
    expect(peer.asked[0]).toBe('GET /');
    const { body: list } = await stage.call('/swarms', { as: null });
    expect(list.swarms).toMatchObject([
      {
        swarm_name: 'weather',
        base_url: peer.url,
        version: '1.3',
        last_seen: expect.stringMatching(/^\d{4}-/) as string,
        is_active: true,
        swarm_description: 'Knows the sky.',
        keywords: ['sky'],
        metadata: { a: 1 },
      },
    ]);
    expect(JSON.stringify(list)).not.toContain('hush');
  });

  test('accepts the field name of the specification', async () => {
    await using peer = await startPeer(peerInfo());
    await using stage = await Stage.open(loopback);
    const body = { swarm_name: 'weather', base_url: peer.url };
    expect((await stage.call('/swarms/register', { ...admin, body })).body.swarm_name).toBe('weather');
  });

  test('a peer that is not public is not listed', async () => {
    await using peer = await startPeer(peerInfo({ public: false }));
    await using stage = await Stage.open(loopback);
    await stage.call('/swarms', { ...admin, body: { name: 'weather', base_url: peer.url } });
    expect((await stage.call('/swarms')).body.swarms).toEqual([]);
  });

  test('keeps a persistent peer for the next server, without its token', async () => {
    await using store = await openStore('sqlite::memory:');
    await using peer = await startPeer(peerInfo());
    {
      await using stage = await Stage.open({ store, ...loopback });
      const body = { name: 'weather', base_url: peer.url, volatile: false, auth_token: 'hush' };
      expect((await stage.call('/swarms', { ...admin, body })).status).toBe(200);
      await stage.call('/swarms', { ...admin, body: { name: 'brief', base_url: peer.url } });
    }
    expect(JSON.stringify(await store.records.list('peer'))).not.toContain('hush');
    await using next = await Stage.open({ store, ...loopback });
    expect((await next.call('/swarms')).body.swarms.map((each: Loose) => each.swarm_name)).toEqual(['weather']);
  });

  test.each([
    [{}, 400, 'name and base_url are required'],
    [{ name: 'x' }, 400, 'name and base_url are required'],
    [{ name: 5, base_url: 'http://x' }, 400, 'name'],
    [{ name: 'x', base_url: 'ftp://x' }, 400, 'http or https'],
    [{ name: 'x', base_url: 'nonsense' }, 400, 'http or https'],
    [{ name: 'x', base_url: 'http://me:secret@x' }, 400, 'password'],
    [{ name: 'desk', base_url: 'http://x' }, 409, 'served here'],
    [{ name: 'x', base_url: 'http://169.254.169.254' }, 400, 'refused'],
  ])('answers %j with %i', async (body, status, detail) => {
    await using stage = await Stage.open({ outbound: { allowPrivateNetworks: ['127.0.0.0/8'] } });
    const answer = await stage.call('/swarms', { ...admin, body });
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(detail)]);
    expect(answer.body.detail).not.toContain('secret');
    expect((await stage.call('/swarms')).body.swarms).toEqual([]);
  });

  test('answers 502 for a server that does not exist', async () => {
    const gone = await startPeer(peerInfo());
    await gone[Symbol.asyncDispose]();
    await using stage = await Stage.open(loopback);
    const answer = await stage.call('/swarms', { ...admin, body: { name: 'weather', base_url: gone.url } });
    expect(answer).toMatchObject({ status: 502, body: { code: 'peer_unreachable' } });
    expect(answer.body.detail).toContain('failed to get remote swarm info');
    expect((await stage.call('/swarms')).body.swarms).toEqual([]);
  });

  test('a registration does not call this machine or private networks unless configured so', async () => {
    await using peer = await startPeer(peerInfo());
    await using stage = await Stage.open();
    const answer = await stage.call('/swarms', { ...admin, body: { name: 'weather', base_url: peer.url } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'url_refused' } });
    expect(peer.asked).toEqual([]);
  });

  test.each([
    ['a page', '<html>', 200],
    ['something else', { hello: 'world' }, 200],
    ['an error', peerInfo(), 500],
  ])('a registration does not take %s for a MAIL server', async (_, answer, status) => {
    await using peer = await startPeer(answer, status);
    await using stage = await Stage.open(loopback);
    const body = { name: 'weather', base_url: peer.url };
    expect(await stage.call('/swarms', { ...admin, body })).toMatchObject({
      status: 502,
      body: { code: 'peer_unreachable' },
    });
  });
});

describe('peers of a server', () => {
  const registered = async (stage: Stage, url: string, fields: object = {}) =>
    stage.call('/swarms', { ...admin, body: { name: 'weather', base_url: url, auth_token: 'hush-hush', ...fields } });

  test('peers are shown to admins with everything but their tokens', async () => {
    await using peer = await startPeer(peerInfo({ public: false }));
    await using stage = await Stage.open(loopback);
    await registered(stage, peer.url, { agents: ['clerk'], callers: ['w-1'] });
    const { status, body } = await stage.call('/swarms/peers', admin);
    expect(status).toBe(200);
    peerListWire.parse(body);
    expect(body.peers).toMatchObject([
      {
        swarm_name: 'weather',
        base_url: peer.url,
        kind: 'reference',
        state: 'approved',
        volatile: true,
        public: false,
        has_token: true,
        agents: ['clerk'],
        callers: ['w-1'],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('hush');
    expect((await stage.call('/swarms/peers', { as: 'alice' })).status).toBe(401);
  });

  test('peers are known to every process when it looks, and forgotten by all', async () => {
    await using store = await openStore('sqlite::memory:');
    await using peer = await startPeer(peerInfo());
    await using one = await Stage.open({ store, ...loopback });
    await using other = await Stage.open({ store, ...loopback });
    await registered(one, peer.url);
    await until(async () => (await other.call('/swarms')).body.swarms.length === 1);
    const gone = await other.call('/swarms/unregister', { ...admin, body: { name: 'weather' } });
    expect(gone).toMatchObject({ status: 200, body: { status: 'unregistered', swarm_name: 'weather' } });
    await until(async () => (await one.call('/swarms')).body.swarms.length === 0);
    expect(await one.call('/swarms/unregister', { ...admin, body: { name: 'weather' } })).toMatchObject({
      status: 404,
      body: { code: 'peer_not_found' },
    });
  });

  test('peers are listed with their health', async () => {
    const health = { status: 'healthy', swarm_name: 'weather', timestamp: 'now' };
    await using peer = await startPeer((path: string) => (path === '/health' ? health : peerInfo()));
    await using stage = await Stage.open(loopback);
    await registered(stage, peer.url);
    await until(async () => (await stage.call('/swarms')).body.swarms[0].latency !== null);
    expect((await stage.call('/swarms')).body.swarms[0]).toMatchObject({
      is_active: true,
      latency: expect.any(Number) as number,
      last_seen: expect.stringMatching(/^\d{4}-/) as string,
    });
  });

  test('peers that a registry names wait for approval', async () => {
    await using peer = await startPeer(peerInfo());
    const entry = { swarm_name: 'weather', base_url: peer.url, version: '1.3', swarm_description: 'd', keywords: [] };
    await using registry = await startPeer({ swarms: [entry] });
    await using stage = await Stage.open({ ...loopback, federation: { discovery: ['127.0.0.1'] } });
    const found = await stage.call('/swarms/discover', { ...admin, body: { urls: [registry.url] } });
    expect(found).toMatchObject({
      status: 200,
      body: { peers: [{ swarm_name: 'weather', state: 'pending', has_token: false }] },
    });
    expect((await stage.call('/swarms')).body.swarms).toEqual([]);
    expect(peer.asked).toEqual([]);
    const approval = { name: 'weather', auth_token: 'hush-hush', volatile: false };
    expect((await stage.call('/swarms/approve', { ...admin, body: approval })).body).toEqual({
      status: 'approved',
      swarm_name: 'weather',
    });
    expect((await stage.call('/swarms')).body.swarms).toMatchObject([{ swarm_name: 'weather' }]);
    const { body } = await stage.call('/swarms/peers', admin);
    expect(body.peers).toMatchObject([
      { state: 'approved', has_token: true, auth_token_ref: '${SWARM_AUTH_TOKEN_WEATHER}' },
    ]);
  });

  test('peers are discovered only where that is allowed, and approved only if they were found', async () => {
    await using registry = await startPeer({ swarms: [] });
    await using stage = await Stage.open(loopback);
    const refused = await stage.call('/swarms/discover', { ...admin, body: { urls: [registry.url] } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'url_refused' } });
    expect(registry.asked).toEqual([]);
    expect((await stage.call('/swarms/approve', { ...admin, body: { name: 'x' } })).status).toBe(404);
    for (const path of ['/swarms/discover', '/swarms/approve', '/swarms/unregister']) {
      expect((await stage.call(path, { as: 'alice', body: { name: 'x', urls: ['x'] } })).status).toBe(401);
      expect((await stage.call(path, { ...admin, body: {} })).status).toBe(400);
    }
  });

  test('a peer can be registered by a link, which brings its own token', async () => {
    await using peer = await startPeer(peerInfo());
    await using stage = await Stage.open(loopback);
    const link = `swarm://invite?server=${encodeURIComponent(peer.url)}&token=hush-hush&swarm=weather`;
    await registered(stage, link, { auth_token: undefined });
    expect((await stage.call('/swarms/peers', admin)).body.peers).toMatchObject([
      { base_url: peer.url, has_token: true },
    ]);
  });
});

describe('/swarms/load', () => {
  const nameOf = async (stage: Stage): Promise<unknown> => (await stage.call('/status')).body.swarm.name;

  test('a loaded swarm is the default from then on, and the others are served by name', async () => {
    await using stage = await Stage.open();
    const before = await stage.post({ body: 'hello', task_id: 'old' });
    expect(before.body.response).not.toContain('answerer');
    await stage.call('/swarms/load', { ...admin, body: { json: swarmJSON() } });
    expect(await nameOf(stage)).toBe('loaded');
    expect((await stage.call('/')).body.swarm.name).toBe('loaded');
    expect((await stage.call('/health')).body.swarm_name).toBe('loaded');
    expect((await stage.call('/api/agents')).body[0]).toMatchObject({ name: 'loaded', default: true });
    await stage.post({ body: 'hello', task_id: 'new' });
    expect(Object.keys((await stage.call('/tasks')).body)).toEqual(['new']);
    expect(Object.keys((await stage.call('/tasks?swarm=desk')).body)).toEqual(['old']);
  });

  test('the default that was loaded is that of all processes, and of later ones, whatever their settings', async () => {
    await using store = await openStore('sqlite::memory:');
    await using one = await Stage.open({ store });
    await using other = await Stage.open({ store });
    await one.call('/swarms/load', { ...admin, body: { json: swarmJSON() } });
    await until(async () => (await nameOf(other)) === 'loaded', 3_000);
    await other.call('/swarms/load', { ...admin, body: { json: swarmJSON({ name: 'second' }) } });
    // Loaded once more, but not to be the default.
    await other.call('/swarms/load', { ...admin, body: { json: swarmJSON(), keep_default: true } });
    await until(async () => (await nameOf(one)) === 'second', 3_000);
    await using third = await Stage.open({ store, defaultSwarm: 'annex' });
    expect(await nameOf(third)).toBe('second');
  });

  test('a default that cannot be used any more gives way to that of the settings', async () => {
    await using store = await openStore('sqlite::memory:');
    await store.records.put('default-swarm', 'default', { name: 'gone' });
    await using stage = await Stage.open({ store, defaultSwarm: 'annex' });
    expect(await nameOf(stage)).toBe('annex');
  });

  test('serves a swarm beside the others, with keep_default', async () => {
    await using stage = await Stage.open();
    const load = { json: swarmJSON(), keep_default: true };
    const { body } = await stage.call('/swarms/load', { ...admin, body: load });
    expect(body).toEqual({ status: 'success', swarm_name: 'loaded' });
    expect((await stage.call('/?swarm=loaded')).body.swarm).toMatchObject({ version: '2.0.0', entrypoint: 'answerer' });
    expect((await stage.call('/')).body.swarm.name).toBe('desk');
  });

  test('a loaded swarm is served in every process on the store, and in later ones', async () => {
    await using store = await openStore('sqlite::memory:');
    await using one = await Stage.open({ store });
    await using other = await Stage.open({ store });
    await one.call('/swarms/load', { ...admin, body: { json: swarmJSON() } });
    await until(async () => (await other.call('/?swarm=loaded')).status === 200, 3_000);
    await using third = await Stage.open({ store });
    expect((await third.call('/?swarm=loaded')).status).toBe(200);
  });

  test.each([
    [{}, 'json'],
    [{ json: '' }, 'json'],
    [{ json: 5 }, 'json'],
    [{ json: '{' }, 'JSON'],
    [{ json: '[]' }, 'one swarm'],
    [{ json: '"text"' }, 'one swarm'],
    [{ json: `[${swarmJSON()},${swarmJSON({ name: 'two' })}]` }, 'one swarm'],
    [{ json: swarmJSON({ entrypoint: 'nobody' }) }, 'nobody'],
    [{ json: swarmJSON({ agents: [] }) }, 'agents'],
    [{ json: swarmJSON({ action_imports: ['module::./evil.ts#run'] }) }, 'module'],
  ])('/swarms/load refuses %j', async (body, detail) => {
    await using stage = await Stage.open();
    const answer = await stage.call('/swarms/load', { ...admin, body });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(detail)]);
    expect(await stage.store.records.list('swarm')).toEqual([]);
    expect(await stage.store.records.list('default-swarm')).toEqual([]);
  });

  test('a loaded swarm may name actions that exist here, and no others', async () => {
    await using stage = await Stage.open();
    const withAction = (action: string) => swarmJSON({ agents: [{ ...agentJSON('answerer'), actions: [action] }] });
    expect((await stage.call('/swarms/load', { ...admin, body: { json: withAction('ask_human') } })).status).toBe(200);
    expect((await stage.call('/swarms/load', { ...admin, body: { json: withAction('delete_all') } })).status).toBe(400);
  });
});

test('GET /swarms/dump logs what is served', async () => {
  const { logger, lines } = recordingLogger();
  await using stage = await Stage.open({ logger });
  expect((await stage.call('/swarms/dump', admin)).body).toEqual({ status: 'dumped', swarm_name: 'desk' });
  expect((await stage.call('/swarms/dump?swarm=annex', admin)).body.swarm_name).toBe('annex');
  expect(lines.map((line) => line.fields)).toMatchObject([{ swarm: { name: 'desk' } }, { swarm: { name: 'annex' } }]);
});
