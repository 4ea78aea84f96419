import { referenceLibrary } from '@posthouse/runtime/reference-library';
import { exampleContext } from './example-context.ts';

/** What an action of the library returns for an input of the right shape; none of them has to be waited for. */
export function resultOf<Result>(name: string, input: Record<string, unknown>): Result {
  const action = Object.values(referenceLibrary.actions).find((each) => each.name === name);
  if (action === undefined) throw new Error(`the library has no action ${name}`);
  return action.execute(input as never, exampleContext) as Result;
}
