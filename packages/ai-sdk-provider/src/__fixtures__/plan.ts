import type { CallPlan } from '../request/plan-call.ts';

/** A plan that asks for nothing special. */
export function planOf(changes: Partial<CallPlan> = {}): CallPlan {
  return {
    taskId: 't',
    swarm: 'team',
    swarmName: 'team',
    body: { body: 'go', task_id: 't', stream: 'tellings' },
    adopted: [],
    digest: '',
    declared: new Set(),
    structured: false,
    withoutTools: false,
    includeEvents: false,
    warnings: [],
    ...changes,
  };
}
