import type { PosthouseError } from '@posthouse/protocol';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { WaitingLine } from '../../edge/waiting-line.ts';
import { type Peer, peerSchema } from './peer.ts';
import { PeerRegistry } from './peer-registry.ts';
import { PeerAuthenticator, type PeerAuthenticatorOptions, type Visit } from './peer-authenticator.ts';
import { Nonces } from '../trust/nonces.ts';
import { type Proof, signRequest } from '../trust/signed-request.ts';
import { SigningKey } from '../trust/signing-key.ts';

const key = SigningKey.create();
const request = { method: 'POST', path: '/interswarm/forward', body: '{}' };
const caller = (id: string) => ({ role: 'agent' as const, id, token: id });

async function openDoor(peers: (Partial<Peer> & { name: string })[], options: Partial<PeerAuthenticatorOptions> = {}) {
  const store = await openStore('sqlite::memory:');
  const clock = { now: Date.parse('2026-01-01T12:00:00Z') };
  const { records } = store;
  for (const peer of peers) {
    await records.put('peer', peer.name, peerSchema.parse({ baseURL: 'http://127.0.0.1:9', ...peer }));
  }
  const registry = new PeerRegistry({ records, node: () => 'n', nodes: async () => ['n'], key, serves: () => false });
  await registry.refresh();
  const now = (): number => clock.now;
  const windowMs = 60_000;
  const peerAuthenticator = new PeerAuthenticator({
    registry,
    nonces: new Nonces({ records, windowMs, now }),
    windowMs,
    line: new WaitingLine({ rate: { perSecond: 1_000, burst: 1_000 }, bytes: 1e6, now }),
    serves: (swarm) => swarm === 'desk',
    development: false,
    now,
    ...options,
  });
  const sign = (by = key, at = clock.now): Proof => {
    const headers = signRequest(request, by, new Date(at));
    return {
      signature: headers['Mail-Signature']!,
      keyId: headers['Mail-Key-Id']!,
      nonce: headers['Mail-Nonce']!,
      timestamp: headers['Mail-Timestamp']!,
    };
  };
  /** Comes in with everything in order, but for what is changed. */
  const visit = async (changes: Partial<Visit> = {}) => {
    const { from, spend } = await peerAuthenticator.admit({
      caller: caller('weather'),
      swarm: 'weather',
      request,
      proof: sign(),
      ...changes,
    });
    await spend();
    return from;
  };
  return {
    clock,
    peerAuthenticator,
    registry,
    records,
    sign,
    visit,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

const ours = { name: 'weather', kind: 'ours' as const, publicKey: key.publicKey };

describe('PeerAuthenticator', () => {
  test('accepts a reference server by its token, whether it signs or not', async () => {
    await using door = await openDoor([{ name: 'weather' }]);
    expect(await door.visit({ proof: undefined })).toEqual({ swarm: 'weather', ours: false });
    expect(await door.visit()).toEqual({ swarm: 'weather', ours: false });
    expect(await door.records.list('nonce')).toEqual([]);
  });

  test('accepts one of our servers by its token and its signature', async () => {
    await using door = await openDoor([ours]);
    expect(await door.visit()).toEqual({ swarm: 'weather', ours: true });
    await expect(door.visit({ proof: undefined })).rejects.toMatchObject({ details: { reason: 'missing' } });
    await expect(door.visit({ proof: door.sign(SigningKey.create()) })).rejects.toMatchObject({
      details: { reason: 'unknown_key' },
    });
  });

  test('allows a peer the agents that its registration names', async () => {
    await using door = await openDoor([
      { name: 'weather', agents: ['clerk'] },
      { name: 'sea', agents: ['clerk', 'all'] },
    ]);
    expect((await door.visit()).agents).toEqual(['clerk']);
    expect((await door.visit({ caller: caller('sea'), swarm: 'sea' })).agents).toBe('all');
  });

  test('refuses an unknown, pending or local swarm, and one that speaks for another', async () => {
    await using door = await openDoor([{ name: 'weather' }, { name: 'pending', state: 'pending' }]);
    for (const [id, swarm] of [
      ['sea', 'sea'],
      ['pending', 'pending'],
      ['desk', 'desk'],
      ['weather', 'desk'],
      ['sea', 'weather'],
      ['weather', 'sea'],
      ['dev-agent', 'weather'],
    ] as const) {
      await expect(door.visit({ caller: caller(id), swarm }), `${id} as ${swarm}`).rejects.toMatchObject({
        code: 'sender_refused',
      });
    }
  });

  test('accepts a peer that another process has registered just now', async () => {
    await using door = await openDoor([]);
    await door.records.put('peer', 'weather', peerSchema.parse({ name: 'weather', baseURL: 'http://x' }));
    expect(await door.visit()).toMatchObject({ swarm: 'weather' });
  });

  test('accepts strangers and the development token in development, but known servers still sign', async () => {
    await using door = await openDoor([ours], { development: true });
    expect(await door.visit({ caller: caller('sea'), swarm: 'sea', proof: undefined })).toEqual({
      swarm: 'sea',
      ours: false,
    });
    expect(await door.visit({ caller: caller('dev-agent') })).toEqual({ swarm: 'weather', ours: true });
    await expect(door.visit({ caller: caller('dev-agent'), proof: undefined })).rejects.toMatchObject({
      code: 'signature_invalid',
    });
    await expect(door.visit({ caller: caller('lake'), swarm: 'sea' })).rejects.toMatchObject({
      code: 'sender_refused',
    });
  });
});

describe('repeated requests of a peer', () => {
  test('repeated requests of a peer are refused until they are too old anyway', async () => {
    await using door = await openDoor([ours]);
    const proof = door.sign();
    await door.visit({ proof });
    for (const wait of [0, 30_000, 30_000]) {
      door.clock.now += wait;
      await expect(door.visit({ proof })).rejects.toMatchObject({ details: { reason: 'replayed' } });
    }
    door.clock.now += 1;
    await expect(door.visit({ proof })).rejects.toMatchObject({ details: { reason: 'expired' } });
  });

  test('requests of peers that were refused are not remembered', async () => {
    await using door = await openDoor([ours]);
    const proof = { ...door.sign(), signature: 'forged' };
    await expect(door.visit({ proof })).rejects.toMatchObject({ details: { reason: 'forged' } });
    expect(await door.records.list('nonce')).toEqual([]);
  });
});

describe('a peer that asks too often', () => {
  test('waits if it does not sign, and is told when to come again if it does', async () => {
    const line = new WaitingLine({ rate: { perSecond: 0.01, burst: 1 }, bytes: 1e6 });
    await using door = await openDoor([ours, { name: 'sea' }], { line });
    await door.visit();
    const refused: unknown = await door.visit().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'unavailable', details: { retryAfterMs: expect.any(Number) as number } });
    const { retryAfterMs } = (refused as PosthouseError).details as { retryAfterMs: number };
    // A hundred seconds, less those that the test has taken since.
    expect(retryAfterMs > 10_000 && retryAfterMs <= 100_000).toBe(true);
    const plain = { caller: caller('sea'), swarm: 'sea', proof: undefined };
    await door.visit(plain);
    const waits = door.visit(plain);
    expect(line.waiting).toBe(1);
    line.open();
    expect(await waits).toMatchObject({ swarm: 'sea' });
  });
});
