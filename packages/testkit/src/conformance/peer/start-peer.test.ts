import { expect, it } from 'vitest';
import { PEER, startPeer } from './start-peer.ts';

it('a peer describes itself, and remembers who asked', async () => {
  using peer = await startPeer({ name: 'annex', public: false });
  const read = async (path: string): Promise<unknown> => (await fetch(`${peer.url}${path}`)).json();
  expect(await read('/')).toMatchObject({
    name: 'mail',
    protocol_version: '1.3',
    swarm: { name: 'annex', public: false, description: PEER.description, keywords: PEER.keywords },
  });
  expect(await read('/health')).toMatchObject({ status: 'healthy', swarm_name: 'annex' });
  expect(peer.paths).toEqual(['/', '/health']);
});

it('a peer is gone when it is disposed of', async () => {
  const peer = await startPeer({ name: 'annex', public: true });
  peer[Symbol.dispose]();
  await expect(fetch(peer.url)).rejects.toThrow('fetch failed');
});
