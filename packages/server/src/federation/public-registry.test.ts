import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { peerInfo, startPeer } from '../__fixtures__/peer-server.ts';
import { Stage } from '../__fixtures__/stage.ts';
import { PeerRegistry, PeerRouter, SigningKey } from '../index.ts';

test('a program can keep a registry of its own with what the package exports', async () => {
  await using store = await openStore('sqlite::memory:');
  await using peer = await startPeer(peerInfo());
  const registry = new PeerRegistry({
    records: store.records,
    node: () => 'mine',
    nodes: async () => ['mine'],
    key: SigningKey.create(),
    serves: () => false,
    outbound: { allowPrivateNetworks: true },
  });
  await registry.register({ name: 'weather', baseURL: peer.url });
  expect(registry.list()).toMatchObject([{ name: 'weather', state: 'approved' }]);
});

test('the registry and the router of a server are of the exported classes', async () => {
  await using stage = await Stage.open();
  expect(stage.served.federation.registry).toBeInstanceOf(PeerRegistry);
  expect(stage.served.federation.router).toBeInstanceOf(PeerRouter);
});
