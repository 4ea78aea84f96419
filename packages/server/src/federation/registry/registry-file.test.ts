import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SigningKey } from '../trust/signing-key.ts';
import { peerSchema } from './peer.ts';
import { parseRegistryFile, readRegistryFile, toRegistryFile, writeRegistryFile } from './registry-file.ts';

/** A registry as MAIL's own server writes it. */
const recorded = {
  local_swarm_name: 'harbour',
  local_base_url: 'http://127.0.0.1:9101',
  local_swarm_description: 'what the file says',
  local_swarm_keywords: ['old'],
  local_swarm_public: false,
  endpoints: {
    harbour: {
      swarm_name: 'harbour',
      base_url: 'http://127.0.0.1:9101',
      version: '1.3',
      health_check_url: 'http://127.0.0.1:9101/health',
      auth_token_ref: null,
      last_seen: '2026-11-15T09:20:31.210110+00:00',
      latency: null,
      swarm_description: 'what the file says',
      keywords: ['old'],
      public: false,
      is_active: true,
      metadata: null,
      volatile: false,
    },
    'swarm-beta': {
      swarm_name: 'swarm-beta',
      base_url: 'http://127.0.0.1:9102',
      version: '1.3',
      health_check_url: 'http://127.0.0.1:9102/health',
      auth_token_ref: '${SWARM_AUTH_TOKEN_SWARM_BETA}',
      last_seen: '2026-11-15T09:20:35.838824+00:00',
      latency: null,
      swarm_description: 'the second',
      keywords: ['k1'],
      public: true,
      is_active: true,
      metadata: { m: 1 },
      volatile: false,
    },
  },
};
const local = { name: 'harbour', description: 'what the swarm says', keywords: ['new'], public: true };
const content = { local, baseURL: 'http://127.0.0.1:9101', version: '1.3', now: 'now' };
const parse = (value: unknown) => parseRegistryFile(JSON.stringify(value));

describe('the registry file format', () => {
  test("the registry file format is that of MAIL's own server, in both directions", () => {
    const { peers, secrets } = parse(recorded);
    expect(secrets).toEqual([]);
    expect(peers.map(({ name }) => name)).toEqual(['harbour', 'swarm-beta']);
    expect(peers[1]).toMatchObject({
      baseURL: 'http://127.0.0.1:9102',
      authTokenRef: '${SWARM_AUTH_TOKEN_SWARM_BETA}',
      description: 'the second',
      kind: 'reference',
      asked: false,
      metadata: { m: 1 },
    });
    const written = JSON.parse(toRegistryFile({ ...content, peers })) as typeof recorded;
    expect(written.endpoints['swarm-beta']).toEqual(recorded.endpoints['swarm-beta']);
    expect(Object.keys(written)).toEqual(Object.keys(recorded));
    expect(Object.keys(written.endpoints.harbour)).toEqual(Object.keys(recorded.endpoints.harbour));
  });

  test("takes the local swarm's data from the swarm itself (Q46)", () => {
    const written = JSON.parse(toRegistryFile({ ...content, peers: parse(recorded).peers })) as typeof recorded;
    expect(written).toMatchObject({
      local_swarm_description: 'what the swarm says',
      local_swarm_keywords: ['new'],
      local_swarm_public: true,
      endpoints: { harbour: { swarm_description: 'what the swarm says', keywords: ['new'], public: true } },
    });
  });

  test('contains neither volatile nor pending peers', () => {
    const peer = (name: string, fields: object) => peerSchema.parse({ name, baseURL: 'http://x', ...fields });
    const peers = [peer('a', { volatile: true }), peer('b', { state: 'pending' }), peer('c', {})];
    const { endpoints } = JSON.parse(toRegistryFile({ ...content, peers })) as typeof recorded;
    expect(Object.keys(endpoints)).toEqual(['harbour', 'c']);
  });

  test('keeps fields unknown to MAIL in the metadata, and reads them back', () => {
    const { publicKey } = SigningKey.create();
    const peer = peerSchema.parse({
      name: 'beta',
      baseURL: 'https://beta.example.org',
      kind: 'ours',
      publicKey,
      agents: ['clerk'],
      callers: ['b-1'],
      metadata: { m: 1 },
      authTokenRef: '${SWARM_AUTH_TOKEN_BETA}',
    });
    const text = toRegistryFile({ ...content, peers: [peer] });
    const [, again] = parseRegistryFile(text).peers;
    expect(again).toEqual(peer);
  });

  test('drops a secret when it is read, and names whose it was', () => {
    const { endpoints } = recorded;
    const raw = { ...endpoints['swarm-beta'], auth_token_ref: 'a-real-token' };
    const legacy = { ...endpoints['swarm-beta'], auth_token_ref: null, auth_token: 'another-token' };
    const { peers, secrets } = parse({ ...recorded, endpoints: { raw, legacy } });
    expect(secrets).toEqual(['raw', 'legacy']);
    expect(peers.map(({ authTokenRef }) => authTokenRef)).toEqual([
      '${SWARM_AUTH_TOKEN_RAW}',
      '${SWARM_AUTH_TOKEN_LEGACY}',
    ]);
    expect(JSON.stringify(peers)).not.toMatch(/real-token|another-token/);
  });

  test('requires only an address', () => {
    const { peers } = parse({ endpoints: { beta: { base_url: 'http://b/' } } });
    expect(peers).toMatchObject([{ name: 'beta', baseURL: 'http://b', version: 'unknown', public: false }]);
    expect(parse({}).peers).toEqual([]);
  });

  test.each(['[]', 'null', '{"endpoints": 5}', '{"endpoints": {"a": {}}}', 'nonsense'])(
    'the registry file format refuses %s',
    (text) => {
      expect(() => parseRegistryFile(text)).toThrow(/JSON|expected|Invalid/);
    },
  );
});

describe('writing the registry file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthouse-registry-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('the file is replaced whole, for its owner only, and nothing else is left behind', async () => {
    const path = join(folder, 'registry.json');
    expect(await readRegistryFile(path)).toBeUndefined();
    await writeFile(path, 'old', { mode: 0o644 });
    await Promise.all(['one', 'two', 'three'].map((text) => writeRegistryFile(path, text.repeat(10_000))));
    expect(['one', 'two', 'three'].map((text) => text.repeat(10_000))).toContain(await readFile(path, 'utf8'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['registry.json']);
  });

  test('the folder of the file is created for its owner only, as a mail.toml that came alone needs', async () => {
    const path = join(folder, 'registries', 'harbour', 'example.json');
    await writeRegistryFile(path, 'first');
    expect(await readFile(path, 'utf8')).toBe('first');
    expect((await stat(join(folder, 'registries', 'harbour'))).mode & 0o777).toBe(0o700);
  });

  test('a failed write leaves nothing behind, and reading a folder is a clear error', async () => {
    await writeFile(join(folder, 'in-the-way'), '');
    await expect(writeRegistryFile(join(folder, 'in-the-way', 'registry.json'), 'x')).rejects.toThrow(/EEXIST|ENOTDIR/);
    await expect(writeRegistryFile(folder, 'x')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
    expect(
      await readdir(join(folder, '..')).then((names) => names.filter((name) => name.startsWith(`${folder}.`))),
    ).toEqual([]);
    await expect(readRegistryFile(folder)).rejects.toMatchObject({ code: 'invalid_configuration' });
  });
});
