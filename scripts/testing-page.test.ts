import { expect, test } from 'vitest';
import { programsOf, runPrinted } from './docs/printed-programs.ts';
import { typeProblemsOf } from './docs/type-problems.ts';

const program = programsOf('docs/testing.md').find((each) => each.includes('PlainPeer.start'))!;

test('docs/testing.md has a program with a plain MAIL peer that prints what it says', async () => {
  const { done, said } = await runPrinted(program);
  expect(done).toEqual(said);
});

test('docs/testing.md has a program with a plain MAIL peer that TypeScript accepts', async () => {
  expect(await typeProblemsOf([program])).toBe('');
}, 60_000);
