import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { peerInfo, startPeer } from '../__fixtures__/peer-server.ts';
import { toTokenRef } from './peer.ts';
import { PeerRegistry } from './peer-registry.ts';

const outbound = { allowPrivateNetworks: true };

async function openRegistry() {
  const store = await openStore('sqlite::memory:');
  const registry = new PeerRegistry({ records: store.records, outbound });
  return { registry, records: store.records, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

test.each([
  ['weather', '${SWARM_AUTH_TOKEN_WEATHER}'],
  ['my-swarm 2', '${SWARM_AUTH_TOKEN_MY_SWARM_2}'],
])('the token of %s is in %s', (name, ref) => {
  expect(toTokenRef(name)).toBe(ref);
});

test('a volatile peer and its token are known here only', async () => {
  await using open = await openRegistry();
  await using peer = await startPeer(peerInfo());
  await open.registry.register({ name: 'weather', baseURL: `${peer.url}///`, authToken: 'hush' });
  expect(await open.registry.find('weather')).toMatchObject({ baseURL: peer.url, volatile: true, public: true });
  expect(await open.registry.tokenOf('weather')).toBe('hush');
  expect(await open.records.list('peer')).toEqual([]);
  const other = new PeerRegistry({ records: open.records });
  expect(await other.find('weather')).toBeUndefined();
  expect(await other.tokenOf('weather')).toBeUndefined();
});

test('a peer that stays is known to every process, its token by reference', async () => {
  await using open = await openRegistry();
  await using peer = await startPeer(peerInfo());
  await open.registry.register({ name: 'weather', baseURL: peer.url, authToken: 'hush', volatile: false });
  const other = new PeerRegistry({ records: open.records });
  expect(await other.find('weather')).toMatchObject({ authTokenRef: '${SWARM_AUTH_TOKEN_WEATHER}', volatile: false });
  expect(JSON.stringify(await open.records.list('peer'))).not.toContain('hush');
  expect(await other.tokenOf('weather')).toBeUndefined();
  process.env.SWARM_AUTH_TOKEN_WEATHER = 'from outside';
  try {
    expect(await other.tokenOf('weather')).toBe('from outside');
  } finally {
    delete process.env.SWARM_AUTH_TOKEN_WEATHER;
  }
});

test('registering again replaces, also between the two kinds', async () => {
  await using open = await openRegistry();
  await using one = await startPeer(peerInfo({ description: 'one' }));
  await using two = await startPeer(peerInfo({ description: 'two' }));
  const { registry } = open;
  await registry.register({ name: 'w', baseURL: one.url, volatile: false });
  await registry.register({ name: 'w', baseURL: two.url });
  expect((await registry.list()).map((peer) => peer.description)).toEqual(['two']);
  expect(await open.records.list('peer')).toEqual([]);
  await registry.register({ name: 'w', baseURL: one.url, volatile: false });
  await registry.register({ name: 'a', baseURL: two.url });
  expect((await registry.list()).map((peer) => [peer.name, peer.description])).toEqual([
    ['a', 'two'],
    ['w', 'one'],
  ]);
});

test('a server that does not say all of it is taken for what it says', async () => {
  await using open = await openRegistry();
  const { description: _, keywords: __, public: ___, ...swarm } = peerInfo().swarm as Record<string, unknown>;
  await using peer = await startPeer({ ...peerInfo(), swarm });
  expect(await open.registry.register({ name: 'w', baseURL: peer.url })).toMatchObject({
    description: '',
    keywords: [],
    public: false,
  });
});
