import { expect, test } from 'vitest';
import { programsOf } from './docs/printed-programs.ts';
import { typeProblemsOf } from './docs/type-problems.ts';

test('the programs of docs/ai-sdk.md type-check as they are printed', async () => {
  expect(await typeProblemsOf(programsOf('docs/ai-sdk.md'))).toBe('');
});

test('the programs of docs/chat.md type-check as they are printed', async () => {
  // In this repository the transport has the types of version 7, which the first page is for.
  const [page] = programsOf('docs/chat.md', 'tsx');
  expect(await typeProblemsOf([...programsOf('docs/chat.md'), page!], 'tsx')).toBe('');
});
