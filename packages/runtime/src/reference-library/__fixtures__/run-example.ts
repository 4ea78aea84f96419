import type { ActionContext, AnyAction } from '../../definitions/action.ts';
import { PosthouseError } from '@posthouse/protocol';
import type { z } from 'zod';

/** What an action is given while it runs, for calling one without a swarm. */
const exampleContext: ActionContext = {
  signal: new AbortController().signal,
  idempotencyKey: 'task/agent/1/call',
  task: { id: 'task', swarm: 'example', owner: 'user:ada@example' },
  agent: 'agent',
  callId: 'call',
  log: () => {},
};

/** Runs an action the way a turn does: its input is checked first. */
export async function runExample(action: AnyAction, input: unknown): Promise<unknown> {
  const parsed = (action.parameters as z.ZodType).safeParse(input);
  if (!parsed.success) throw new PosthouseError({ code: 'action_failed', message: parsed.error.message });
  return await action.execute(parsed.data as never, exampleContext);
}
