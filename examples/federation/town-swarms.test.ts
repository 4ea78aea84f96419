import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { exampleContext } from '../__fixtures__/example-context.ts';
import { toHour } from './harbour-script.ts';
import { lookUpShip } from './look-up-ship.ts';
import { readGauge, toDepth } from './read-gauge.ts';
import { harbourSwarm, lighthouseSwarm } from './town-swarms.ts';

test.each([
  ['Can she sail at noon?', 12],
  ['at midnight', 0],
  ['at 6', 6],
  ['at 18:00', 18],
  ['at 6 pm', 18],
  ['at 12 am', 0],
  ['at 12pm', 12],
  ['at 25', undefined],
  ['some day', undefined],
])('%j means the hour %s', (text, hour) => {
  expect(toHour(text)).toBe(hour);
});

test('the water rises and falls between the same marks every day', () => {
  const depths = Array.from({ length: 24 }, (_, hour) => toDepth(hour));
  expect([Math.max(...depths), Math.min(...depths)]).toEqual([toDepth(11), toDepth(5)]);
  expect(depths.every((depth) => depth > 2 && depth < 6)).toBe(true);
  expect(readGauge.execute({ hour: 12 }, exampleContext)).toEqual({ hour: 12, depth: 5.3 });
});

test('the register knows its ships, however they are written, and no others', () => {
  expect(lookUpShip.execute({ ship: 'old bess' }, exampleContext)).toEqual({ ship: 'Old Bess', draught: 5.6 });
  expect(lookUpShip.execute({ ship: 'Titanic' }, exampleContext)).toContain("there is no 'Titanic' here");
});

describe('a town alone', () => {
  const askIn = async (swarm: ReturnType<typeof harbourSwarm>, body: string): Promise<string> => {
    await using store = await openStore('sqlite::memory:');
    await using instance = await swarm.instantiate({ store, userId: 'you' });
    return (await instance.postMessage({ body })).response;
  };

  test('the lighthouse knows the water level', async () => {
    expect(await askIn(lighthouseSwarm(), 'How deep is it at noon?')).toBe(
      'At 12:00 the water over the bar is 5.3 m deep.',
    );
    expect(await askIn(lighthouseSwarm(), 'How deep is it?')).toContain('Ask me how deep the water is at an hour');
  });

  test('the harbour says what it can be asked', async () => {
    expect(await askIn(harbourSwarm(), 'Can the Titanic sail?')).toBe(
      'Ask me for example whether the Marigold can sail at noon. I know Marigold, Heron, Old Bess.',
    );
  });
});
