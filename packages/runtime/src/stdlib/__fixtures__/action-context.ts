import type { ActionContext } from '../../definitions/action.ts';

/** What an action is given while it runs, for calling one without a swarm. */
export function actionContext(change: Partial<ActionContext> = {}): ActionContext {
  return {
    signal: new AbortController().signal,
    idempotencyKey: 'task/agent/1/call',
    task: { id: 'task', swarm: 'swarm', owner: 'user:u@swarm' },
    agent: 'agent',
    callId: 'call',
    log: () => {},
    ...change,
  };
}
