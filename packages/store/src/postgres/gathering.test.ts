import { expect, test } from 'vitest';
import { Gathering } from './gathering.ts';

/** Doubles numbers, and remembers which were asked together. */
function doubling(): { gathering: Gathering<number, number>; groups: number[][]; release: () => void } {
  const groups: number[][] = [];
  let release = (): void => undefined;
  const gathering = new Gathering<number, number>(async (asked) => {
    groups.push(asked);
    if (asked.includes(13)) throw new Error('unlucky');
    if (asked.includes(0)) await new Promise<void>((resolve) => (release = resolve));
    return asked.map((each) => each * 2);
  });
  return { gathering, groups, release: () => release() };
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('questions of one tick go together, and each gets its own answer', async () => {
  const { gathering, groups } = doubling();
  expect(await Promise.all([gathering.ask(1), gathering.ask(2), gathering.ask(3)])).toEqual([2, 4, 6]);
  expect(groups).toEqual([[1, 2, 3]]);
});

test('questions asked during a round trip share the next one', async () => {
  const { gathering, groups, release } = doubling();
  const first = gathering.ask(0);
  await nextTick();
  const later = [gathering.ask(1), gathering.ask(2)];
  await nextTick();
  expect(groups).toEqual([[0]]);
  release();
  expect(await Promise.all([first, ...later])).toEqual([0, 2, 4]);
  expect(groups).toEqual([[0], [1, 2]]);
});

test('a failure reaches those who went together, and nobody else', async () => {
  const { gathering } = doubling();
  const outcomes = await Promise.allSettled([gathering.ask(1), gathering.ask(13)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await gathering.ask(4)).toBe(8);
});
