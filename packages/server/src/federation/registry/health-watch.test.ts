import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { peerInfo, startPeer } from '../../__fixtures__/peer-server.ts';
import { recordingLogger } from '../../__fixtures__/recording-logger.ts';
import { SigningKey } from '../trust/signing-key.ts';
import { HealthWatch } from './health-watch.ts';
import { peerSchema } from './peer.ts';
import { PeerRegistry } from './peer-registry.ts';

const outbound = { allowPrivateNetworks: true };

async function openWatch() {
  const store = await openStore('sqlite::memory:');
  const { records } = store;
  const clock = { now: 1_000_000 };
  const log = recordingLogger();
  const join = async (node: string) => {
    const registry = new PeerRegistry({
      records,
      node: () => node,
      nodes: async () => ['one', 'two'],
      key: SigningKey.create(),
      serves: () => false,
      outbound,
    });
    await registry.refresh();
    const now = () => clock.now;
    const watch = new HealthWatch({
      records,
      registry,
      outbound,
      logger: log.logger,
      now,
      random: () => 0.5,
      everyMs: 1_000,
    });
    return { registry, watch };
  };
  return { records, clock, join, lines: log.lines, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

const health = { status: 'healthy', swarm_name: 'weather', timestamp: '2026-01-01T00:00:00.000000+00:00' };
const answer = (path: string) => (path === '/health' ? health : peerInfo());

describe('the health of a peer', () => {
  test('the health of a peer is checked at once and stored with its latency, for all processes', async () => {
    await using set = await openWatch();
    await using peer = await startPeer(answer);
    const [one, two] = [await set.join('one'), await set.join('two')];
    await one.registry.register({ name: 'weather', baseURL: peer.url });
    await one.watch.check();
    expect(peer.asked).toEqual(['GET /', 'GET /health']);
    await two.registry.refresh();
    expect(two.registry.healthOf('weather')).toEqual({
      active: true,
      failures: 0,
      lastSeen: expect.stringMatching(/^1970-01-01T00:16:40/) as string,
      latency: expect.any(Number) as number,
      nextAt: 1_001_000,
    });
  });

  test('the health of a peer is checked by one process at a time, and only when it is due', async () => {
    await using set = await openWatch();
    await using peer = await startPeer(answer);
    const [one, two] = [await set.join('one'), await set.join('two')];
    await one.registry.register({ name: 'weather', baseURL: peer.url });
    await two.registry.refresh();
    await Promise.all([one.watch.check(), two.watch.check(), one.watch.check()]);
    expect(peer.asked).toEqual(['GET /', 'GET /health']);
    set.clock.now += 999;
    await Promise.all([one.watch.check(), two.watch.check()]);
    expect(peer.asked).toHaveLength(2);
    set.clock.now += 1;
    await Promise.all([one.watch.check(), two.watch.check()]);
    expect(peer.asked).toHaveLength(3);
  });

  test('the health of a peer is bad when nobody answers or something else does, and logged once', async () => {
    await using set = await openWatch();
    const { registry, watch } = await set.join('one');
    const gone = await startPeer(answer);
    await registry.register({ name: 'weather', baseURL: gone.url });
    await watch.check();
    await gone[Symbol.asyncDispose]();
    for (let checks = 0; checks < 3; checks += 1) {
      set.clock.now = registry.healthOf('weather')!.nextAt;
      await watch.check();
    }
    expect(registry.healthOf('weather')).toMatchObject({ active: false, failures: 3 });
    expect(registry.healthOf('weather')!.lastSeen).toBeDefined();
    expect(set.lines.map(({ level, message }) => [level, message])).toEqual([
      ['info', 'a peer responds'],
      ['warn', 'a peer does not respond'],
    ]);
  });

  test('the health of a peer is good again when the peer answers again', async () => {
    await using set = await openWatch();
    let status: unknown = { status: 'x' };
    await using peer = await startPeer((path: string) => (path === '/health' ? status : peerInfo()));
    const { registry, watch } = await set.join('one');
    await registry.register({ name: 'weather', baseURL: peer.url });
    await set.records.put('peer-health', 'weather', { active: false, failures: 9, nextAt: 0 });
    await registry.refresh();
    status = health;
    await watch.check();
    expect(registry.healthOf('weather')).toMatchObject({ active: true, failures: 0 });
  });

  test('the health of swarms that wait for approval is not checked', async () => {
    await using set = await openWatch();
    await using peer = await startPeer(answer);
    const { registry, watch } = await set.join('one');
    await registry.addFound([{ name: 'weather', baseURL: peer.url, version: '1.3', description: '', keywords: [] }]);
    await watch.check();
    expect(peer.asked).toEqual([]);
  });

  test('the health of a peer that was unregistered meanwhile is not stored', async () => {
    await using set = await openWatch();
    const { registry, watch } = await set.join('one');
    await using peer = await startPeer((path: string) => {
      if (path === '/health') void registry.unregister('weather');
      return answer(path);
    });
    await registry.register({ name: 'weather', baseURL: peer.url });
    await watch.check();
    await registry.unregister('weather');
    expect(await set.records.list('peer-health')).toEqual([]);
  });

  test('the check of a peer from a file that was never asked brings its identity', async () => {
    await using set = await openWatch();
    const key = SigningKey.create();
    const ours = { ...peerInfo(), features: ['federation'], public_key: key.publicKey };
    await using peer = await startPeer((path: string) => (path === '/health' ? health : ours));
    const { registry, watch } = await set.join('one');
    await registry.addKept(peerSchema.parse({ name: 'weather', baseURL: peer.url, asked: false }), 0);
    expect(registry.get('weather')).toMatchObject({ kind: 'reference', asked: false });
    await watch.check();
    expect(registry.get('weather')).toMatchObject({ kind: 'ours', publicKey: key.publicKey, asked: true });
    expect(registry.get('weather')!.description).toBe('Knows the sky.');
  });

  test('no health is checked after the watch has ended', async () => {
    await using set = await openWatch();
    await using peer = await startPeer(answer);
    const { registry, watch } = await set.join('one');
    await registry.register({ name: 'weather', baseURL: peer.url });
    await watch.stop();
    await watch.check();
    expect(peer.asked).toEqual(['GET /']);
  });
});
