import { expect, test } from 'vitest';
import { programsOf, runPrinted } from './docs/printed-programs.ts';
import { typeProblemsOf } from './docs/type-problems.ts';

const programs = programsOf('docs/function-agents.md');

test('docs/function-agents.md has a program without a model and one that asks a model', () => {
  expect(programs).toHaveLength(2);
});

test.each(programs)('docs/function-agents.md has a program that prints what it says: %#', async (program) => {
  const { done, said } = await runPrinted(program);
  expect(done).toEqual(said);
});

test('docs/function-agents.md has programs that TypeScript accepts', async () => {
  expect(await typeProblemsOf(programs)).toBe('');
}, 60_000);
