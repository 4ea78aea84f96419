import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startPeer } from '../../__fixtures__/peer-server.ts';
import { discoverSwarms } from './discover-swarms.ts';

const outbound = { allowPrivateNetworks: true };
const entry = (fields: object = {}) => ({
  swarm_name: 'weather',
  base_url: 'https://weather.example.org/',
  version: '1.3',
  last_seen: null,
  is_active: true,
  latency: null,
  swarm_description: 'Knows the sky.',
  keywords: ['sky'],
  metadata: null,
  ...fields,
});
const ask = (url: string, allow = ['127.0.0.1']) => discoverSwarms(url, { allow, outbound });

describe('asking a registry', () => {
  test.each(['', '/', '/swarms'])('returns the swarms that it names at %j (Q10)', async (path) => {
    await using registry = await startPeer({ swarms: [entry(), entry({ swarm_name: undefined, name: 'tides' })] });
    expect(await ask(`${registry.url}${path}`)).toEqual([
      {
        name: 'weather',
        baseURL: 'https://weather.example.org',
        version: '1.3',
        description: 'Knows the sky.',
        keywords: ['sky'],
      },
      expect.objectContaining({ name: 'tides' }),
    ]);
    expect(registry.asked).toEqual(['GET /swarms']);
  });

  test('accepts only names and addresses: no token, no flag, no key', async () => {
    const lies = {
      auth_token: 'x',
      auth_token_ref: '${PATH}',
      volatile: false,
      public_key: 'k',
      state: 'approved',
      agents: ['all'],
    };
    await using registry = await startPeer({ swarms: [entry(lies)] });
    const [found] = await ask(registry.url);
    expect(Object.keys(found!)).toEqual(['name', 'baseURL', 'version', 'description', 'keywords']);
  });

  test.each([
    { swarm_name: 'a@b' },
    { swarm_name: '' },
    { swarm_name: 5 },
    { base_url: 'ftp://x' },
    { base_url: 'http://me:secret@x' },
    { base_url: undefined },
    { keywords: 'many' },
  ])('skips an entry with %j', async (fields) => {
    await using registry = await startPeer({ swarms: [entry(fields), entry({ swarm_name: 'fine' })] });
    expect((await ask(registry.url)).map(({ name }) => name)).toEqual(['fine']);
  });

  test('reads only a limited number of bytes', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      entry({ swarm_name: `s${index}`, swarm_description: 'd'.repeat(300) }),
    );
    await using registry = await startPeer({ swarms: many });
    expect(await ask(registry.url)).toHaveLength(200);
    await using endless = await startPeer({ swarms: [entry({ swarm_description: 'd'.repeat(2_000_000) })] });
    await expect(ask(endless.url)).rejects.toMatchObject({ code: 'too_large' });
    await using long = await startPeer({
      swarms: [entry({ swarm_description: 'd'.repeat(5_000), keywords: Array(99).fill('k') })],
    });
    const [found] = await ask(long.url);
    expect([found!.description.length, found!.keywords.length]).toEqual([2_000, 50]);
  });

  test('fails for anything that is not a registry', async () => {
    for (const answer of ['<html>', {}, { swarms: 5 }, []]) {
      await using registry = await startPeer(answer);
      await expect(ask(registry.url)).rejects.toMatchObject({ code: 'peer_unreachable' });
    }
    await using broken = await startPeer({ swarms: [] }, 500);
    await expect(ask(broken.url)).rejects.toThrow('status 500');
  });

  test('survives any answer', async () => {
    let answer: unknown;
    await using registry = await startPeer(() => answer);
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record({ swarms: fc.jsonValue() }),
      fc.record({ swarms: fc.array(fc.jsonValue()) }),
    );
    await fc.assert(
      fc.asyncProperty(value, async (given) => {
        answer = JSON.stringify(given);
        const found = await ask(registry.url).catch((error: { code?: string }) => error.code);
        expect(found === 'peer_unreachable' || Array.isArray(found)).toBe(true);
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 500 : 50 },
    );
  });
});

describe('a registry that is not on the list', () => {
  test.each([
    ['nobody is', []],
    ['only others are', ['registry.example.org', '*.example.com', 'https://127.0.0.1:1']],
  ])('a registry is not asked when %s on the list', async (_, allow) => {
    await using registry = await startPeer({ swarms: [entry()] });
    await expect(ask(registry.url, allow)).rejects.toMatchObject({ code: 'url_refused' });
    expect(registry.asked).toEqual([]);
  });

  test('a registry that is not on the list is not asked through a link either, while an allowed one is', async () => {
    await using registry = await startPeer({ swarms: [entry()] });
    const link = `swarm://invite?server=${encodeURIComponent(registry.url)}&token=hush`;
    await expect(ask(link, ['registry.example.org'])).rejects.toMatchObject({ code: 'url_refused' });
    expect(await ask(link)).toHaveLength(1);
  });

  test('a registry in a private network is not reached unless those are allowed', async () => {
    await using registry = await startPeer({ swarms: [entry()] });
    await expect(discoverSwarms(registry.url, { allow: ['127.0.0.1'] })).rejects.toMatchObject({ code: 'url_refused' });
    expect(registry.asked).toEqual([]);
  });
});
