import { openStore, type Store } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { peerInfo, startPeer } from '../../__fixtures__/peer-server.ts';
import { recordingLogger } from '../../__fixtures__/recording-logger.ts';
import { SigningKey } from '../trust/signing-key.ts';
import { toTokenRef, variableOf } from './peer.ts';
import { PeerRegistry, type PeerRegistryOptions } from './peer-registry.ts';

const key = SigningKey.create();
const remoteKey = SigningKey.create();
const outbound = { allowPrivateNetworks: true };

/** Processes on one store, each with its own view of the peers. */
class Town implements AsyncDisposable {
  readonly living = new Set<string>();
  readonly environment: Record<string, string> = {};
  readonly log = recordingLogger();
  readonly store: Store;

  private constructor(store: Store) {
    this.store = store;
  }

  static async open(): Promise<Town> {
    return new Town(await openStore('sqlite::memory:'));
  }

  async join(node: string, options: Partial<PeerRegistryOptions> = {}): Promise<PeerRegistry> {
    this.living.add(node);
    const registry = new PeerRegistry({
      records: this.store.records,
      node: () => node,
      nodes: async () => [...this.living],
      key,
      serves: (swarm) => swarm === 'desk',
      outbound,
      environment: this.environment,
      logger: this.log.logger,
      ...options,
    });
    await registry.refresh();
    return registry;
  }

  /** Everything that is kept, as text. */
  async records(): Promise<string> {
    const kinds = await Promise.all(['peer', 'peer-token', 'peer-health'].map((kind) => this.store.records.list(kind)));
    return JSON.stringify(kinds);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store[Symbol.asyncDispose]();
  }
}

const ours = (fields: object = {}) => ({
  ...peerInfo(),
  features: ['idempotency-key', 'federation'],
  public_key: remoteKey.publicKey,
  key_id: remoteKey.id,
  ...fields,
});

test.each([
  ['weather', '${SWARM_AUTH_TOKEN_WEATHER}', 'SWARM_AUTH_TOKEN_WEATHER'],
  ['my-swarm 2', '${SWARM_AUTH_TOKEN_MY_SWARM_2}', 'SWARM_AUTH_TOKEN_MY_SWARM_2'],
])('the token of %s is read from %s', (name, ref, variable) => {
  expect(toTokenRef(name)).toBe(ref);
  expect(variableOf(ref)).toBe(variable);
});

test.each(['hush', '', '$VAR', '${}', '${A B}', '${A}x'])('%j names no variable', (text) => {
  expect(variableOf(text)).toBeUndefined();
});

describe('a volatile peer', () => {
  test('all processes know a peer with its token, which is never stored in plain text (Q14)', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(peerInfo());
    const [one, other] = [await town.join('one'), await town.join('other')];
    await one.register({ name: 'weather', baseURL: `${peer.url}///`, authToken: 'hush-hush' });
    expect(one.get('weather')).toMatchObject({ baseURL: peer.url, volatile: true, public: true, kind: 'reference' });
    expect(one.tokenOf({ name: 'weather' })).toBe('hush-hush');
    await other.refresh();
    expect(other.get('weather')).toEqual(one.get('weather'));
    expect(other.tokenOf({ name: 'weather' })).toBe('hush-hush');
    expect(await town.records()).not.toContain('hush');
  });

  test('a peer is looked up by a process that does not know it yet', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(peerInfo());
    const [one, other] = [await town.join('one'), await town.join('other')];
    await one.register({ name: 'weather', baseURL: peer.url });
    expect(other.get('weather')).toBeUndefined();
    expect((await other.lookup('weather')).baseURL).toBe(peer.url);
    await expect(other.lookup('nobody')).rejects.toMatchObject({ code: 'peer_not_found' });
  });

  test('a volatile peer ends with the process that registered it, stopped or dead', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(peerInfo());
    const [one, two, three] = [await town.join('one'), await town.join('two'), await town.join('three')];
    await one.register({ name: 'weather', baseURL: peer.url, authToken: 'hush' });
    await one.forgetVolatile();
    await three.refresh();
    expect(three.list()).toEqual([]);
    await two.register({ name: 'weather', baseURL: peer.url, authToken: 'hush' });
    await three.refresh();
    expect(three.list()).toHaveLength(1);
    town.living.delete('two');
    await three.refresh();
    expect(three.list()).toEqual([]);
    expect(await town.records()).toBe('[[],[],[]]');
  });

  test('a volatile peer of a dead process is forgotten without hiding other peers or their tokens meanwhile', async () => {
    await using town = await Town.open();
    await using weather = await startPeer(peerInfo());
    await using ash = await startPeer(peerInfo({ name: 'ash' }));
    await using oak = await startPeer(peerInfo({ name: 'oak' }));
    const [one, two] = [await town.join('one'), await town.join('two')];
    await two.register({ name: 'ash', baseURL: ash.url, authToken: 'hush' });
    await two.register({ name: 'oak', baseURL: oak.url, authToken: 'hush' });
    await one.register({ name: 'weather', baseURL: weather.url, authToken: 'kept' });
    const seen: unknown[] = [];
    const { records } = town.store;
    const watched = {
      list: (kind: string) => records.list(kind),
      delete: (kind: string, id: string) => {
        seen.push([kind, id, watcher.get('weather')?.state, watcher.tokenOf({ name: 'weather' })]);
        return records.delete(kind, id);
      },
    };
    const watcher = await town.join('three', { records: watched as typeof records });
    expect(watcher.list().map(({ name }) => name)).toEqual(['ash', 'oak', 'weather']);
    town.living.delete('two');
    await watcher.refresh();
    expect(watcher.list().map(({ name }) => name)).toEqual(['weather']);
    const kinds = ['peer', 'peer-health', 'peer-token'];
    const expected = ['ash', 'oak'].flatMap((name) => kinds.map((kind) => [kind, name, 'approved', 'kept']));
    expect(new Set(seen.map(String))).toEqual(new Set(expected.map(String)));
    expect(watcher.tokenOf({ name: 'ash' })).toBeUndefined();
    expect(await town.records()).not.toMatch(/ash|oak/);
  });

  test('a volatile peer does not come back with a process of the same name', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(peerInfo());
    await (await town.join('one')).register({ name: 'weather', baseURL: peer.url });
    const again = await town.join('one');
    await again.forgetVolatile('one');
    await again.refresh();
    expect(again.list()).toEqual([]);
  });

  test('a peer is not considered dead by a process that has no name itself yet', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(peerInfo());
    await (await town.join('one')).register({ name: 'weather', baseURL: peer.url });
    town.living.clear();
    const early = new PeerRegistry({
      records: town.store.records,
      node: () => undefined,
      nodes: async () => [],
      key,
      serves: () => false,
      outbound,
    });
    await early.refresh();
    expect(early.list()).toHaveLength(1);
    await expect(early.register({ name: 'weather', baseURL: peer.url })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a persistent peer', () => {
  test('reads its token from the environment, and until then uses the one it was registered with', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(peerInfo());
    const one = await town.join('one');
    const kept = await one.register({ name: 'weather', baseURL: peer.url, authToken: 'hush-hush', volatile: false });
    expect(kept).toMatchObject({ authTokenRef: '${SWARM_AUTH_TOKEN_WEATHER}', volatile: false });
    expect(await town.records()).not.toContain('hush');
    const warned = { peer: 'weather', variable: 'SWARM_AUTH_TOKEN_WEATHER' };
    expect(town.log.lines.filter(({ level }) => level === 'warn')).toMatchObject([{ fields: warned }]);
    expect(one.missingVariables()).toEqual([warned]);
    expect(one.tokenOf(kept)).toBe('hush-hush');
    town.environment.SWARM_AUTH_TOKEN_WEATHER = 'from outside';
    expect(one.tokenOf(kept)).toBe('from outside');
    expect(one.missingVariables()).toEqual([]);
    town.environment.SWARM_AUTH_TOKEN_WEATHER = '';
    expect(one.missingVariables()).toHaveLength(1);
  });

  test('a persistent peer outlives its process, unlike the token it was registered with', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(peerInfo());
    const one = await town.join('one');
    await one.register({ name: 'weather', baseURL: peer.url, authToken: 'hush', volatile: false });
    town.living.delete('one');
    const next = await town.join('next');
    expect(next.get('weather')).toMatchObject({ volatile: false });
    expect(next.tokenOf(next.get('weather')!)).toBeUndefined();
    expect(await town.store.records.list('peer-token')).toEqual([]);
  });

  test('a deployment with another key cannot decrypt the token of a peer', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(peerInfo());
    await (await town.join('one')).register({ name: 'weather', baseURL: peer.url, authToken: 'hush' });
    const stranger = await town.join('two', { key: SigningKey.create() });
    expect(stranger.tokenOf({ name: 'weather' })).toBeUndefined();
  });
});

describe('registering a peer', () => {
  test('replaces an earlier registration, also between volatile and persistent', async () => {
    await using town = await Town.open();
    await using one = await startPeer(peerInfo({ description: 'one' }));
    await using two = await startPeer(peerInfo({ description: 'two' }));
    const registry = await town.join('n');
    await registry.register({ name: 'weather', baseURL: one.url, volatile: false, authToken: 'old' });
    await registry.register({ name: 'weather', baseURL: two.url });
    expect(registry.list()).toMatchObject([{ description: 'two', volatile: true }]);
    expect(registry.tokenOf(registry.get('weather')!)).toBeUndefined();
    await registry.register({ name: 'weather', baseURL: one.url, volatile: false });
    expect(registry.list()).toMatchObject([{ description: 'one', volatile: false }]);
  });

  test('stores the key of one of our servers', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(ours());
    const registry = await town.join('n');
    expect(await registry.register({ name: 'weather', baseURL: peer.url })).toMatchObject({
      kind: 'ours',
      publicKey: remoteKey.publicKey,
    });
  });

  test.each([
    ['says it is ours without a key', { public_key: undefined }],
    ['has a key that is none', { public_key: 'x' }],
    ['has a key and does not say what for', { features: [] }],
  ])('treats a server that %s as a reference server', async (_, fields) => {
    await using town = await Town.open();
    await using peer = await startPeer(ours(fields));
    const kept = await (await town.join('n')).register({ name: 'weather', baseURL: peer.url });
    expect(kept.kind).toBe('reference');
    expect(kept.publicKey).toBeUndefined();
  });

  test('accepts a link with a token, only from the server whose key it names', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(ours());
    const registry = await town.join('n');
    const link = (id: string) =>
      `swarm://invite?server=${encodeURIComponent(peer.url)}&token=hush&swarm=weather&key=${id}`;
    await registry.register({ name: 'weather', baseURL: link(remoteKey.id) });
    expect(registry.tokenOf({ name: 'weather' })).toBe('hush');
    await registry.unregister('weather');
    await expect(registry.register({ name: 'weather', baseURL: link('somebody-else') })).rejects.toThrow(
      'the key that',
    );
    expect(registry.list()).toEqual([]);
  });

  test('asks a server of several swarms for the one that is meant', async () => {
    await using town = await Town.open();
    await using peer = await startPeer((path: string) =>
      path === '/?swarm=annex' ? ours({ swarm: { ...(peerInfo().swarm as object), name: 'annex' } }) : ours(),
    );
    const registry = await town.join('n');
    await registry.register({ name: 'annex', baseURL: peer.url });
    expect(peer.asked).toEqual(['GET /', 'GET /?swarm=annex']);
  });

  test('refuses a name that the server does not use, because mail would never arrive', async () => {
    await using town = await Town.open();
    await using plain = await startPeer(peerInfo());
    await using other = await startPeer(ours());
    const registry = await town.join('n');
    for (const { url } of [plain, other]) {
      await expect(registry.register({ name: 'climate', baseURL: url })).rejects.toThrow(
        "serves 'weather', not 'climate'",
      );
    }
    expect(registry.list()).toEqual([]);
  });

  test('refuses our own names, invalid names and invalid tokens (Q47)', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(peerInfo());
    const registry = await town.join('n');
    const baseURL = peer.url;
    await expect(registry.register({ name: 'desk', baseURL })).rejects.toMatchObject({ code: 'swarm_exists' });
    for (const name of ['a@b', ' a', 'a\nb', 'x'.repeat(300)]) {
      await expect(registry.register({ name, baseURL })).rejects.toMatchObject({ code: 'invalid_input' });
    }
    for (const authToken of ['two words', 'line\nbreak', 'ünicode']) {
      const registering = registry.register({ name: 'weather', baseURL, authToken });
      await expect(registering).rejects.toMatchObject({ code: 'invalid_input' });
    }
    expect(peer.asked).toEqual([]);
  });

  test('accepts a server that leaves out optional information', async () => {
    await using town = await Town.open();
    const { description: _, keywords: __, public: ___, ...swarm } = peerInfo().swarm as Record<string, unknown>;
    await using peer = await startPeer({ ...peerInfo(), swarm });
    const kept = await (await town.join('n')).register({ name: 'weather', baseURL: peer.url });
    expect(kept).toMatchObject({ description: '', keywords: [], public: false });
  });

  test('notifies watchers in every process, only when something has changed', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(peerInfo());
    const [one, other] = [await town.join('one'), await town.join('other')];
    let changes = 0;
    const unwatch = other.watch(() => (changes += 1));
    await one.register({ name: 'weather', baseURL: peer.url });
    await other.refresh();
    await other.refresh();
    expect(changes).toBe(1);
    unwatch();
    await one.unregister('weather');
    await other.refresh();
    expect([changes, other.list()]).toEqual([1, []]);
  });
});

describe('discovered swarms', () => {
  const found = { name: 'weather', baseURL: 'http://127.0.0.1:1', version: '1.3', description: 'd', keywords: [] };

  test('discovered swarms wait for approval, without a token, and cannot be written to', async () => {
    await using town = await Town.open();
    const registry = await town.join('n');
    expect(await registry.addFound([found])).toHaveLength(1);
    expect(registry.get('weather')).toMatchObject({ state: 'pending', volatile: true });
    await expect(registry.lookup('weather')).rejects.toThrow('waits for an admin');
  });

  test('discovered swarms are asked who they are when they are approved, not before', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(ours());
    const registry = await town.join('n');
    await registry.addFound([{ ...found, baseURL: peer.url }]);
    expect(peer.asked).toEqual([]);
    await registry.approve('weather', { authToken: 'hush', volatile: false, agents: ['clerk'] });
    expect(await registry.lookup('weather')).toMatchObject({
      state: 'approved',
      kind: 'ours',
      volatile: false,
      agents: ['clerk'],
      description: 'Knows the sky.',
    });
    expect(registry.tokenOf(registry.get('weather')!)).toBe('hush');
    await expect(registry.approve('nobody')).rejects.toMatchObject({ code: 'peer_not_found' });
  });

  test('discovered swarms stay pending when they cannot be asked', async () => {
    await using town = await Town.open();
    const gone = await startPeer(peerInfo());
    await gone[Symbol.asyncDispose]();
    const registry = await town.join('n');
    await registry.addFound([{ ...found, baseURL: gone.url }]);
    await expect(registry.approve('weather')).rejects.toMatchObject({ code: 'peer_unreachable' });
    expect(registry.get('weather')).toMatchObject({ state: 'pending' });
  });

  test('discovered swarms replace neither known peers nor ourselves', async () => {
    await using town = await Town.open();
    await using peer = await startPeer(peerInfo());
    const registry = await town.join('n');
    await registry.register({ name: 'weather', baseURL: peer.url });
    expect(await registry.addFound([found, { ...found, name: 'desk' }])).toEqual([]);
    expect(registry.list()).toMatchObject([{ name: 'weather', baseURL: peer.url, state: 'approved' }]);
  });
});

test('unreadable records are skipped with a warning', async () => {
  await using town = await Town.open();
  await town.store.records.put('peer', 'odd', { name: 5 });
  const registry = await town.join('n');
  expect(registry.list()).toEqual([]);
  expect(town.log.lines).toMatchObject([{ level: 'warn', fields: { peer: 'odd' } }]);
});

test('records of earlier versions are peers that speak plain MAIL', async () => {
  await using town = await Town.open();
  const old = { name: 'w', baseURL: 'http://x', version: '1.3', description: 'd', keywords: [], public: true };
  await town.store.records.put('peer', 'w', { ...old, volatile: false, metadata: {}, lastSeen: 'then' });
  expect((await town.join('n')).get('w')).toMatchObject({ ...old, kind: 'reference', state: 'approved' });
});
