import { describe, expect, test } from 'vitest';
import { blockOf, toRemoteAgent, toRemotePlace } from './remote-place.ts';

const along = (ways: readonly string[], turn: number, agent = 'head') =>
  ways.reduce((place, peer) => toRemotePlace(peer, place), { agent, turn });

describe('a turn of another swarm', () => {
  test('keeps its number, and its agent gets an address', () => {
    expect(toRemotePlace('beta', { agent: 'head', turn: 7 })).toEqual({ agent: 'head@beta', turn: 7 });
    expect(toRemoteAgent('beta', 'head')).toBe('head@beta');
    expect(toRemoteAgent('gamma', 'head@beta')).toBe('head@beta');
  });

  test('a turn of another swarm has a different number for each way it came, as it may be of another instance', () => {
    const ways = [
      ['beta'],
      ['beta', 'gamma'],
      ['beta', 'delta'],
      ['beta', 'gamma', 'delta'],
      ['beta', 'delta', 'gamma'],
    ];
    const places = ways.map((way) => along(way, 7));
    expect(new Set(places.map(({ agent }) => agent))).toEqual(new Set(['head@beta']));
    expect(new Set(places.map(({ turn }) => turn)).size).toBe(ways.length);
    expect(places.every(({ turn }) => Number.isSafeInteger(turn))).toBe(true);
  });

  test('a turn of another swarm has the same number each time, and the next turn follows it', () => {
    const turns = [7, 8, 9].map((turn) => along(['beta', 'gamma'], turn).turn);
    expect(turns).toEqual([0, 1, 2].map((step) => turns[0]! + step));
    expect(along(['beta', 'gamma'], 7).turn).toBe(turns[0]);
  });

  test('shares its block of numbers with turns of the same instance only', () => {
    const blocks = [7, 900].map((turn) => blockOf(along(['beta', 'gamma'], turn).turn));
    expect(blocks[0]).toBe(blocks[1]);
    expect(blockOf(7)).toBe(0);
    expect(blocks[0]).not.toBe(blockOf(along(['beta', 'delta'], 7).turn));
  });

  test('a turn of another swarm has a safe number however long the way is, and whatever number the peer gives', () => {
    const way = ['beta', ...Array.from({ length: 2_000 }, (_, index) => `swarm-${index}`)];
    expect(Number.isSafeInteger(along(way, Number.MAX_SAFE_INTEGER).turn)).toBe(true);
  });
});
