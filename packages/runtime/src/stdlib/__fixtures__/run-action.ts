import { parseActionInput } from '../../definitions/action-parameters.ts';
import type { ActionContext, ActionOutput, AnyAction } from '../../definitions/action.ts';
import { actionContext } from './action-context.ts';

/** Runs an action of a list by its name, the way a turn does: with its input checked first. */
export async function runAction(
  actions: readonly AnyAction[],
  name: string,
  input: unknown,
  context: Partial<ActionContext> = {},
): Promise<ActionOutput> {
  const found = actions.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no action ${name}`);
  return await found.execute(parseActionInput(found, input), actionContext(context));
}
