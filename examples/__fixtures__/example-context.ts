import type { ActionContext } from '@posthouse/runtime';

/** What an action is given while it runs, for calling one without a swarm. */
export const exampleContext: ActionContext = {
  signal: new AbortController().signal,
  idempotencyKey: 'task/agent/1/call',
  task: { id: 'task', swarm: 'example', owner: 'user:ada@example' },
  agent: 'agent',
  callId: 'call',
  log: () => {},
};
