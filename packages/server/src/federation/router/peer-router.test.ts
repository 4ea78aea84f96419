import { newId, type MAILInterswarmMessage } from '@posthouse/protocol';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { peerInfo, startPeer } from '../../__fixtures__/peer-server.ts';
import { PlainPeer, type PlainPeerOptions } from '@posthouse/testkit';
import { PeerRegistry } from '../registry/peer-registry.ts';
import { SigningKey } from '../trust/signing-key.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { Neighbours } from './neighbours.ts';
import { PeerRouter, type PeerRouterOptions } from './peer-router.ts';

const key = SigningKey.create();
const outbound = { allowPrivateNetworks: true };
const signal = new AbortController().signal;

async function openRouter(options: Partial<PeerRouterOptions> = {}) {
  const store = await openStore('sqlite::memory:');
  const registry = new PeerRegistry({
    records: store.records,
    node: () => 'n',
    nodes: async () => ['n'],
    key,
    serves: () => false,
    outbound,
    environment: {},
  });
  const neighbours = new Neighbours({ definitions: () => [], engine: () => undefined });
  const router = new PeerRouter({ registry, key, neighbours, outbound, ...options });
  return { router, registry, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

/** A router that knows a plain peer. */
async function openWith(peerOptions: PlainPeerOptions = {}, options: Partial<PeerRouterOptions> = {}) {
  const open = await openRouter(options);
  const peer = await PlainPeer.start(peerOptions);
  await open.registry.register({ name: peer.name, baseURL: peer.url, authToken: peer.token });
  const dispose = async (): Promise<void> => {
    await peer[Symbol.asyncDispose]();
    await open[Symbol.asyncDispose]();
  };
  return { ...open, peer, [Symbol.asyncDispose]: dispose };
}

const letter = (
  fields: Partial<MAILInterswarmMessage> = {},
  direction: 'forward' | 'back' = 'forward',
  peer = 'weather',
) => ({
  peer,
  direction,
  attempt: 0,
  envelope: {
    messageId: newId(),
    sourceSwarm: 'desk',
    targetSwarm: peer,
    timestamp: '2026-01-01T00:00:00.000000+00:00',
    msgType: 'request',
    payload: {
      taskId: newId(),
      requestId: newId(),
      sender: { addressType: 'agent', address: 'clerk@desk' },
      recipient: { addressType: 'agent', address: `supervisor@${peer}` },
      subject: 's',
      body: 'b',
      routingInfo: { remote_swarm: peer },
    },
    taskOwner: 'user:ada@desk',
    taskContributors: ['user:ada@desk'],
    metadata: {},
    ...fields,
  } as MAILInterswarmMessage,
});

describe('delivering mail to a peer', () => {
  test('mail reaches a reference server, which says who works on it', async () => {
    await using open = await openWith();
    const sent = letter();
    expect(await open.router.deliver(sent, signal)).toEqual({ runner: 'swarm:caller@weather' });
    expect(open.peer.letters('forward')).toMatchObject([
      { message_id: sent.envelope.messageId, auth_token: open.peer.token, metadata: {} },
    ]);
    const { headers } = open.peer.requests.at(-1)!;
    expect(headers).toMatchObject({
      accept: '*/*',
      authorization: `Bearer ${open.peer.token}`,
      'content-type': 'application/json',
      'user-agent': 'MAIL-Interswarm-Router/desk',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('mail-'))).toEqual([]);
  });

  test('mail counts as delivered the second time, although a reference server does not recognise it', async () => {
    await using open = await openWith();
    const sent = letter();
    await open.router.deliver(sent, signal);
    expect(await open.router.deliver(sent, signal)).toEqual({});
    expect(open.peer.letters('forward')).toHaveLength(2);
  });

  test.each([
    ['a wrong token', { authToken: 'x' }, {}, 'peer_refused', 'invalid API key'],
    ['an agent that is not there', {}, { recipient: 'ghost' }, 'peer_refused', "unknown local agent: 'ghost'"],
  ])('delivery fails for good with %s', async (_, registration, change, code, words) => {
    await using open = await openWith();
    const { peer, registry, router } = open;
    await registry.register({ name: 'weather', baseURL: peer.url, authToken: peer.token, ...registration });
    const sent = letter();
    if ('recipient' in change) {
      sent.envelope.payload = {
        ...sent.envelope.payload,
        recipient: { addressType: 'agent', address: `${change.recipient}@weather` },
      } as typeof sent.envelope.payload;
    }
    await expect(router.deliver(sent, signal)).rejects.toMatchObject({ code, retryable: false });
    await expect(router.deliver(sent, signal)).rejects.toThrow(words);
  });

  test('delivery is not tried without a peer, an approval or a token', async () => {
    await using open = await openRouter();
    await using peer = await startPeer(peerInfo());
    await expect(open.router.deliver(letter(), signal)).rejects.toMatchObject({ code: 'peer_not_found' });
    await open.registry.addFound([{ name: 'weather', baseURL: peer.url, version: '', description: '', keywords: [] }]);
    await expect(open.router.deliver(letter(), signal)).rejects.toMatchObject({ code: 'peer_not_found' });
    await open.registry.register({ name: 'weather', baseURL: peer.url, volatile: false });
    await expect(open.router.deliver(letter(), signal)).rejects.toThrow(
      "authentication token missing for swarm 'weather'; set SWARM_AUTH_TOKEN_WEATHER",
    );
    expect(peer.asked).toEqual(['GET /']);
  });

  test('delivery does not follow a redirect, because mail carries a token', async () => {
    await using open = await openWith();
    const { createServer } = await import('node:http');
    const thief = createServer((_, response) => response.writeHead(307, { location: open.peer.url }).end());
    await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = thief.address() as { port: number };
      const record = open.registry.get('weather')!;
      Object.assign(record, { baseURL: `http://127.0.0.1:${port}` });
      await expect(open.router.deliver(letter(), signal)).rejects.toMatchObject({ code: 'url_refused' });
      expect(open.peer.letters()).toEqual([]);
    } finally {
      thief.close();
    }
  });

  test('delivery can be retried while the peer is down, and is not even tried after a while', async () => {
    const clock = { now: 0 };
    const breaker = new CircuitBreaker({ failures: 2, pauseMs: 1_000, now: () => clock.now });
    await using open = await openWith({}, { breaker });
    const { router, peer } = open;
    await peer[Symbol.asyncDispose]();
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(router.deliver(letter(), signal)).rejects.toMatchObject({
        code: 'peer_unreachable',
        retryable: true,
      });
    }
    await expect(router.deliver(letter(), signal)).rejects.toMatchObject({ details: { retryAfterMs: 1_000 } });
    clock.now = 1_000;
    await expect(router.deliver(letter(), signal)).rejects.toThrow('could not be reached');
  });

  test('delivery can be retried after a timeout, and has no outcome when it is aborted', async () => {
    const never = { onLetter: undefined };
    await using open = await openWith(never, { timeoutMs: 30 });
    const { createServer } = await import('node:http');
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = silent.address() as { port: number };
      Object.assign(open.registry.get('weather')!, { baseURL: `http://127.0.0.1:${port}` });
      await expect(open.router.deliver(letter(), signal)).rejects.toMatchObject({ code: 'peer_unreachable' });
      const stop = new AbortController();
      const delivering = open.router.deliver(letter(), stop.signal);
      stop.abort(new Error('called off'));
      await expect(delivering).rejects.toThrow('called off');
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });
});

describe('peers that agents can see', () => {
  test('agents see the approved peers, whether they are up or not', async () => {
    await using open = await openWith();
    const { router, registry } = open;
    await registry.addFound([{ name: 'found', baseURL: 'http://x', version: '', description: '', keywords: [] }]);
    expect([router.knows('weather'), router.knows('found'), router.knows('nobody')]).toEqual([true, false, false]);
    expect(router.list()).toEqual([
      { name: 'weather', description: 'Knows the sky.', keywords: ['sky'], public: true, active: true, ours: false },
    ]);
  });

  test('agents can discover peers, which then wait for approval (Q19)', async () => {
    await using registryServer = await startPeer({
      swarms: [
        {
          swarm_name: 'tides',
          base_url: 'https://tides.example.org',
          version: '1.3',
          swarm_description: 'd',
          keywords: [],
        },
      ],
    });
    await using open = await openRouter({ discovery: ['127.0.0.1'] });
    const { router, registry } = open;
    expect(await router.discover([registryServer.url], signal)).toMatchObject([
      { name: 'tides', description: 'd', ours: false },
    ]);
    expect(registry.get('tides')).toMatchObject({ state: 'pending' });
    expect(router.knows('tides')).toBe(false);
    await expect(router.deliver(letter({}, 'forward', 'tides'), signal)).rejects.toMatchObject({
      code: 'peer_not_found',
    });
    await using closed = await openRouter();
    await expect(closed.router.discover([registryServer.url], signal)).rejects.toMatchObject({ code: 'url_refused' });
  });
});

describe('reference peers', () => {
  test('reference peers cannot be followed or resumed, and are cancelled by mail only', async () => {
    await using open = await openWith();
    const task = { swarm: 'desk', peer: 'weather', taskId: 't', key: 'k' };
    await open.router.cancel(task, signal);
    await expect(open.router.resume({ ...task, answers: 'yes' }, signal)).rejects.toMatchObject({
      code: 'peer_refused',
    });
    const following = open.router.follow({ ...task, after: 0 }, signal)[Symbol.asyncIterator]();
    await expect(following.next()).rejects.toMatchObject({ code: 'peer_refused' });
    expect(open.peer.requests.map(({ path }) => path)).toEqual(['/']);
  });
});
