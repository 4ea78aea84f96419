import type { Caller, SampleState } from './sample-state.ts';
import { failed, ok, type SampleAnswer } from './sample-answer.ts';

const FIELDS = ['message_id', 'source_swarm', 'target_swarm', 'timestamp', 'payload', 'msg_type', 'task_owner'];

type Wrapper = {
  target_swarm: string;
  task_contributors: string[];
  payload: { task_id?: string; recipient: { address: string } };
};

/** What servers say to each other, in the words of MAIL's own server. */
export function answerInterswarm(
  path: string,
  body: Record<string, unknown>,
  caller: Caller,
  state: SampleState,
): SampleAnswer {
  if (path === '/interswarm/message') return answerUser(body);
  const message = body.message as Record<string, unknown> | undefined;
  if (message === undefined) return failed(400, "parameter 'message' is required");
  const missing = FIELDS.find((field) => message[field] === undefined);
  if (missing !== undefined) return failed(400, `parameter '${missing}' is required`);
  if (typeof message.payload !== 'object') return failed(400, "parameter 'payload' must be a dict, got str");
  if (state.peer !== undefined && message.source_swarm !== state.peer) {
    return failed(403, `this token speaks for ${state.peer} only`);
  }
  const wrapper = message as unknown as Wrapper;
  const problem = path === '/interswarm/forward' ? forwardProblem(wrapper, state) : backProblem(wrapper, state);
  if (problem !== undefined) return problem;
  const taskId = wrapper.payload.task_id!;
  state.bound.add(taskId);
  return ok({
    swarm: state.swarm,
    task_id: taskId,
    status: 'success',
    local_runner: `swarm:${caller.id}@${state.swarm}`,
  });
}

function forwardProblem(
  { target_swarm: target, payload }: Wrapper,
  { swarm, bound }: SampleState,
): SampleAnswer | undefined {
  const wrong = (reason: string): SampleAnswer =>
    failed(500, `server failed to receive interswarm forward message: error routing interswarm message: ${reason}`);
  if (target !== swarm) return wrong(`received interswarm message for wrong swarm: '${target}'`);
  if (payload.task_id === undefined) return wrong("'task_id'");
  if (bound.has(payload.task_id)) return wrong(`a task with ID '${payload.task_id}' already exists in swarm memory`);
  const [agent = ''] = payload.recipient.address.split('@');
  return agent === 'supervisor' ? undefined : wrong(`unknown local agent: '${agent}'`);
}

function backProblem(
  { task_contributors: contributors, payload }: Wrapper,
  { swarm, bound }: SampleState,
): SampleAnswer | undefined {
  const { task_id: taskId = '' } = payload;
  if (!bound.has(taskId)) return failed(400, 'task is not running');
  if (contributors.some((each) => !each.includes(':'))) {
    return failed(500, 'server failed to receive interswarm back message: task contributor must be role:id@swarm');
  }
  const local = contributors.find((each) => each.endsWith(`@${swarm}`));
  if (local === undefined) return failed(404, `no mail instance found for task with id ${taskId}`);
  const [role = ''] = local.split(':');
  return role === 'agent' ? failed(400, `invalid role: ${role}`) : undefined;
}

function answerUser({
  user_token: token,
  targets,
  body,
  msg_type: type = 'request',
}: Record<string, unknown>): SampleAnswer {
  if (!token) return failed(401, 'user token is required');
  if (!Array.isArray(targets) || !body) return failed(400, "'targets' and 'body' are required");
  if (type !== 'request' && type !== 'broadcast') {
    return failed(400, `msg_type '${String(type)}' is not supported for interswarm send`);
  }
  if (type === 'request' && targets.length !== 1) return failed(400, "'request' messages require exactly one target");
  return failed(500, 'server failed to send interswarm message: unknown swarm endpoint');
}
