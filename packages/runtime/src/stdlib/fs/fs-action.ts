import { z } from 'zod';
import { action, type Action } from '../../definitions/action.ts';
import { orErrorText } from '../expected-failure.ts';
import { toFileFailure } from './error-code-of.ts';

export type PathInput = { path: string };

/** The parameter that all file actions share. */
export const pathParameter = z
  .string({ error: '`path` must be a string' })
  .describe('A relative path below the working directory, such as notes/today.md.');

export type FSActionOptions<Input> = {
  readonly name: string;
  readonly description: string;
  readonly parameters: z.ZodType<Input>;
  readonly idempotent: boolean;
  readonly run: (input: Input) => Promise<string>;
};

/** An action on files, whose refusals are told as results. */
export function fsAction<Input extends PathInput>({ run, ...options }: FSActionOptions<Input>): Action<Input> {
  return action<Input>({
    ...options,
    execute: async (input, { signal }) =>
      await orErrorText(signal, async () => {
        try {
          return await run(input);
        } catch (error) {
          throw toFileFailure(input.path, error);
        }
      }),
  });
}
