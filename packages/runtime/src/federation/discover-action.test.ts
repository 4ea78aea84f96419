import { describe, expect, test } from 'vitest';
import { toDiscoverAction } from './discover-action.ts';
import type { PeerCard, Peers } from './peers.ts';

const card = (name: string, changes: Partial<PeerCard> = {}): PeerCard => ({
  name,
  description: '',
  keywords: [],
  public: true,
  active: true,
  ours: true,
  ...changes,
});

async function discover(found: PeerCard[], known: PeerCard[]): Promise<[text: unknown, urls: string[]]> {
  const asked: string[] = [];
  const peers: Peers = {
    knows: (swarm) => known.some(({ name }) => name === swarm),
    list: () => known,
    discover: async (urls) => (asked.push(...urls), found),
    deliver: () => Promise.reject(new Error('not asked for')),
    cancel: () => Promise.reject(new Error('not asked for')),
    resume: () => Promise.reject(new Error('not asked for')),
    forget: () => Promise.reject(new Error('not asked for')),
    follow: async function* () {},
  };
  const { execute } = toDiscoverAction(peers);
  const context = { signal: new AbortController().signal, task: { swarm: 'alpha' } };
  return [await execute({ discovery_urls: ['https://registry.example'] } as never, context as never), asked];
}

describe('the tool discover_swarms (Q19)', () => {
  test('asks the registries that the agent names', async () => {
    expect((await discover([], []))[1]).toEqual(['https://registry.example']);
  });

  test('says what was found, and who can be written to', async () => {
    const found = [card('delta', { description: 'Maps.', keywords: ['sea', 'land'] }), card('beta')];
    const known = [card('beta', { description: 'Sums.' }), card('gamma', { active: false }), card('alpha')];
    expect((await discover(found, known))[0]).toBe(
      [
        'Found, and waiting for an administrator to approve:',
        '- delta: Maps.; sea, land',
        'Swarms that you can write to:',
        '- beta: Sums.',
        '- gamma (out of reach at the moment)',
      ].join('\n'),
    );
  });

  test('says when nothing was found', async () => {
    expect((await discover([], [card('alpha')]))[0]).toBe(
      'No new swarms were found.\nThere is no swarm that you can write to yet.',
    );
  });

  test('discover_swarms may run again after a crash', () => {
    expect(toDiscoverAction({} as Peers)).toMatchObject({ name: 'discover_swarms', idempotent: true });
  });
});
