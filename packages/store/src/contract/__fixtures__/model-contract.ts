import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commands, commitCommands } from './model-commands.ts';
import { ModelRun } from './model-run.ts';
import type { ContractOptions } from './samples.ts';

/** Any sequence of writes, claims and releases comes to what the model says. */
export function modelContract({ open, passTime, numRuns }: ContractOptions): void {
  const sizes = numRuns === undefined ? {} : { numRuns };
  describe('any sequence of commands', () => {
    it('any sequence of commands has the same results as the model, one by one', async () => {
      await using store = await open();
      await fc.assert(
        fc.asyncProperty(fc.array(commands, { maxLength: 30, size: 'max' }), async (sequence) => {
          const run = await ModelRun.start(store, passTime);
          for (const command of sequence) {
            const { actual, expected } = await run.perform(command);
            expect(actual).toEqual(expected);
          }
          const { actual, expected } = await run.readBack();
          expect(actual).toEqual(expected);
        }),
        sizes,
      );
    });

    it('writes that all come at once have the same results as the model', async () => {
      await using store = await open();
      await fc.assert(
        fc.asyncProperty(fc.array(commitCommands, { maxLength: 30, size: 'max' }), async (sequence) => {
          const run = await ModelRun.start(store, passTime);
          const answers = [await run.performAtOnce(sequence), await run.readBack()];
          for (const { actual, expected } of answers) expect(actual).toEqual(expected);
        }),
        sizes,
      );
    });
  });
}
