import { describe, expect, test } from 'vitest';
import { Counter, key, payload, wrapper } from '../__fixtures__/counter.ts';
import type { Loose } from '../__fixtures__/loose.ts';
import { peerInfo, startPeer } from '../__fixtures__/peer-server.ts';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';
import { signRequest } from '../federation/trust/signed-request.ts';
import { SigningKey } from '../federation/trust/signing-key.ts';

describe('signed mail from one of our servers', () => {
  test('mail with a valid signature is accepted', async () => {
    await using desk = await Counter.open('ours');
    const message = wrapper();
    expect((await desk.sendSigned({ body: { message } })).status).toBe(200);
    await desk.settled(message.payload.task_id);
    expect(desk.refusals()).toEqual([]);
  });

  const forged: [name: string, reason: string, send: (desk: Counter) => ReturnType<Counter['send']>][] = [
    ['is not signed', 'missing', (desk) => desk.send({ body: { message: wrapper() } })],
    [
      'is signed by somebody else',
      'unknown_key',
      (desk) => desk.sendSigned({ body: { message: wrapper() } }, SigningKey.create()),
    ],
    [
      'is signed by somebody else in its name',
      'forged',
      (desk) =>
        desk.sendSigned({ body: { message: wrapper() }, headers: { 'Mail-Key-Id': key.id } }, SigningKey.create()),
    ],
    [
      'was signed for another letter',
      'forged',
      (desk) => {
        const headers = signRequest({ method: 'POST', path: '/interswarm/forward', body: '{}' }, key);
        return desk.send({ body: { message: wrapper() }, headers });
      },
    ],
    [
      'was signed for another door',
      'forged',
      (desk) => {
        const body = JSON.stringify({ message: wrapper() });
        return desk.send({
          path: '/interswarm/back',
          body,
          headers: signRequest({ method: 'POST', path: '/interswarm/forward', body }, key),
        });
      },
    ],
    [
      'was signed too long ago',
      'expired',
      (desk) => desk.sendSigned({ body: { message: wrapper() } }, key, new Date(Date.now() - 6 * 60_000)),
    ],
    [
      'was signed in the future',
      'expired',
      (desk) => desk.sendSigned({ body: { message: wrapper() } }, key, new Date(Date.now() + 6 * 60_000)),
    ],
  ];
  test.each(forged)('mail that %s is refused, logged once, and changes nothing', async (_, reason, send) => {
    await using desk = await Counter.open('ours');
    const before = await desk.contents();
    const answer = await send(desk);
    expect(answer).toMatchObject({ status: 401, body: { code: 'signature_invalid', details: { reason } } });
    expect(await desk.contents()).toBe(before);
    expect(await desk.stage.store.records.list('nonce')).toEqual([]);
    expect(desk.lines).toMatchObject([
      { message: 'a message from a peer was refused', fields: { code: 'signature_invalid' } },
    ]);
  });

  test('mail that somebody replays is refused, in every process', async () => {
    await using desk = await Counter.open('ours');
    const body = JSON.stringify({ message: wrapper() });
    const headers = signRequest({ method: 'POST', path: '/interswarm/forward', body }, key);
    expect((await desk.send({ body, headers })).status).toBe(200);
    await desk.settled((JSON.parse(body) as Loose).message.payload.task_id as string);
    const before = await desk.contents();
    await using other = await Stage.open({ store: desk.stage.store });
    for (const stage of [desk.stage, other]) {
      const again = await stage.call('/interswarm/forward', { as: 'peer', body, headers });
      expect(again).toMatchObject({ status: 401, body: { details: { reason: 'replayed' } } });
    }
    expect(await desk.contents()).toBe(before);
    expect(desk.refusals()).toHaveLength(1);
  });

  test('mail that is signed anew is still one message', async () => {
    await using desk = await Counter.open('ours');
    const message = wrapper();
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await desk.sendSigned({ body: { message } })).status).toBe(200);
    }
    const { key: task } = await desk.settled(message.payload.task_id);
    const { entries } = await desk.stage.store.read(task as string, 0, 100);
    expect(entries.filter((entry) => entry.type === 'run-started')).toHaveLength(1);
  });
});

describe('what a peer may do', () => {
  test('a peer is limited in rate, and one of our servers is told when to ask again', async () => {
    await using desk = await Counter.open('ours', { federation: { rate: { perSecond: 0.001, burst: 2 } } });
    const send = () => desk.sendSigned({ body: { message: wrapper() } });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    const refused = await send();
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(100);
  });

  test('a peer may do nothing after it was unregistered', async () => {
    await using desk = await Counter.open('reference');
    await desk.stage.call('/swarms/unregister', { as: 'root', body: { name: 'weather' } });
    expect(await desk.send({ body: { message: wrapper() } })).toMatchObject({
      status: 403,
      body: { code: 'sender_refused' },
    });
  });

  test('a peer may do nothing while it waits for approval', async () => {
    await using desk = await Counter.open('reference');
    const { registry } = desk.stage.served.federation;
    await registry.unregister('weather');
    await registry.addFound([
      { name: 'weather', baseURL: 'http://127.0.0.1:9', version: '', description: '', keywords: [] },
    ]);
    expect((await desk.send({ body: { message: wrapper() } })).status).toBe(403);
  });
});

describe('federation in development', () => {
  const federation = { development: true };
  const letter = (source: string) =>
    wrapper({
      source_swarm: source,
      payload: payload({ sender: { address_type: 'agent', address: `x@${source}` } }),
      task_contributors: [`user:u@${source}`],
      task_owner: `user:u@${source}`,
    });
  const authenticator = { authenticate: async (token: string) => ({ role: 'agent' as const, id: token, token }) };

  test('welcomes strangers, each under its own name, and the development token under any', async () => {
    await using stage = await Stage.open({ federation, authenticator });
    const send = (as: string, source: string) =>
      stage.call('/interswarm/forward', { as, body: { message: letter(source) } });
    expect((await send('sea', 'sea')).body.local_runner).toBe('swarm:sea@desk');
    expect((await send('dev-agent', 'sea')).body.local_runner).toBe('swarm:sea@desk');
    expect((await send('lake', 'sea')).status).toBe(403);
    expect((await send('dev-agent', 'annex')).status).toBe(403);
  });

  test('gives the development token no power elsewhere', async () => {
    await using stage = await Stage.open({ authenticator });
    expect(
      (await stage.call('/interswarm/forward', { as: 'dev-agent', body: { message: letter('sea') } })).status,
    ).toBe(403);
  });
});

describe('the tokens that may speak for a swarm', () => {
  test('a swarm is spoken for by its own token, those that its registration names, and those of swarms with the same key', async () => {
    const info = { ...peerInfo(), features: ['federation'], public_key: key.publicKey };
    const swarmOf = (name: string) => ({ ...info, swarm: { ...(peerInfo().swarm as object), name } });
    await using weather = await startPeer(info);
    await using tides = await startPeer(swarmOf('tides'));
    await using sea = await startPeer({ ...swarmOf('sea'), public_key: SigningKey.create().publicKey });
    const authenticator = {
      authenticate: async (token: string) => ({
        role: token === 'root' ? ('admin' as const) : ('agent' as const),
        id: token,
        token,
      }),
    };
    await using stage = await Stage.open({ outbound: { allowPrivateNetworks: true }, authenticator });
    const register = (name: string, url: string, rest = {}) =>
      stage.call('/swarms', { as: 'root', body: { name, base_url: url, ...rest } });
    await register('weather', weather.url, { callers: ['w-1'] });
    await register('tides', tides.url);
    await register('sea', sea.url);
    const send = (as: string) => {
      const body = JSON.stringify({ message: wrapper() });
      const headers = signRequest({ method: 'POST', path: '/interswarm/forward', body }, key);
      return stage.call('/interswarm/forward', { as, body, headers });
    };
    for (const [as, status] of [
      ['weather', 200],
      ['w-1', 200],
      ['tides', 200],
      ['sea', 403],
      ['nobody', 403],
    ] as const) {
      expect([as, (await send(as)).status]).toEqual([as, status]);
    }
  });
});

describe('the routes for our servers', () => {
  const begin = async (desk: Counter, body: string) => {
    const message = wrapper({ payload: payload({ body }) });
    expect((await desk.sendSigned({ body: { message } })).status).toBe(200);
    return message.payload.task_id;
  };
  const pathOf = (taskId: string, what: string, query = 'swarm=desk&from=weather') =>
    `/interswarm/tasks/${taskId}/${what}?${query}`;

  test('the routes for our servers return the log from any place on, and end with the run', async () => {
    await using desk = await Counter.open('ours');
    const taskId = await begin(desk, 'hello');
    await desk.settled(taskId);
    const read = async (after: number) => {
      const path = pathOf(taskId, 'events', `swarm=desk&from=weather&after=${after}`);
      const headers = signRequest({ method: 'GET', path, body: '' }, key);
      const response = await desk.stage.fetch(path, { as: 'peer', headers });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      return response.text();
    };
    const whole = await read(0);
    expect(whole).toMatch(/^id: 1\r\nevent: entry\r\ndata: \{.*"run-started"/);
    expect(whole).toMatch(/event: end\r\ndata: \{\}\r\n\r\n$/);
    const ids = [...whole.matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(ids.map((_, index) => index + 1));
    expect(await read(2)).toBe(whole.slice(whole.indexOf('id: 3\r\n')));
    expect(await read(1_000_000)).toBe('event: end\r\ndata: {}\r\n\r\n');
  });

  test('the routes for our servers cancel a run, and answer what it waits for, once for each key', async () => {
    await using desk = await Counter.open('ours');
    const hanging = await begin(desk, 'hang');
    const cancel = () =>
      desk.sendSigned({ path: pathOf(hanging, 'cancel'), body: {}, headers: { 'idempotency-key': 'k' } });
    expect(await cancel()).toMatchObject({ status: 200, body: { task_id: hanging, status: 'cancelled' } });
    expect((await cancel()).status).toBe(200);

    const asking = await begin(desk, 'ask ok?');
    const owner = { swarm: 'desk', role: 'swarm', id: 'weather' } as const;
    await until(async () => (await desk.stage.store.find(owner, asking))?.status === 'paused');
    const resume = (results: unknown) =>
      desk.sendSigned({ path: pathOf(asking, 'resume'), body: { results }, headers: { 'idempotency-key': 'r' } });
    const strange = await resume([{ call_id: 'unknown', content: 'x' }]);
    expect(strange).toMatchObject({ status: 200, body: { status: 'paused' } });
    expect((await resume(undefined)).status).toBe(400);
    expect((await resume({ content: 'yes' })).status).toBe(200);
    expect((await resume({ content: 'yes' })).status).toBe(200);
    expect(await desk.settled(asking)).toMatchObject({ status: 'complete' });
  });

  test.each([
    ['GET', 'events'],
    ['POST', 'cancel'],
    ['POST', 'resume'],
  ])('%s %s requires a signature and a task of the caller', async (method, what) => {
    await using desk = await Counter.open('ours');
    await desk.stage.post({ body: 'ask ok?', task_id: 'private' });
    const taskId = await begin(desk, 'hang');
    const before = await desk.contents();
    const body = method === 'POST' ? { results: 'x' } : undefined;
    const send = (path: string) => desk.sendSigned({ method, path, ...(body === undefined ? {} : { body }) });
    expect((await desk.send({ method, path: pathOf(taskId, what), body })).status).toBe(401);
    expect((await send(pathOf('private', what))).status).toBe(404);
    expect((await send(pathOf(taskId, what, 'swarm=annex&from=weather'))).status).toBe(404);
    expect((await send(pathOf(taskId, what, 'swarm=attic&from=weather'))).status).toBe(404);
    expect((await send(pathOf(taskId, what, 'swarm=desk&from=sea'))).status).toBe(403);
    expect((await send(pathOf(taskId, what, 'swarm=desk'))).status).toBe(403);
    expect(await desk.contents()).toBe(before);
    expect(desk.refusals()).toHaveLength(6);
    await using plain = await Counter.open('reference');
    expect((await plain.send({ method, path: pathOf(taskId, what), body })).status).toBe(403);
  });
});
