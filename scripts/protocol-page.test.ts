import { expect, test } from 'vitest';
import { programsOf, runPrinted } from './docs/printed-programs.ts';

test.each(programsOf('docs/protocol.md'))(
  'a program of the page about the wire prints what it says: %#',
  async (program) => {
    const { done, said } = await runPrinted(program);
    expect(done).toEqual(said);
  },
);
