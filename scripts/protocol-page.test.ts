import { expect, test } from 'vitest';
import { programsOf, runPrinted } from './docs/printed-programs.ts';

test.each(programsOf('docs/protocol.md'))(
  'docs/protocol.md has a program that prints what it says: %#',
  async (program) => {
    const { done, said } = await runPrinted(program);
    expect(done).toEqual(said);
  },
);
