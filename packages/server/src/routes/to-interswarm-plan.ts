import { type InterswarmPost, interswarmPostWire, parseAgentAddress, PosthouseError } from '@posthouse/protocol';

/** Agents of one swarm that a user writes to. */
export type InterswarmPlan = { post: InterswarmPost; swarm: string; agents: string[] };

/** Reads the body of `POST /interswarm/message`, in the order in which MAIL looks at it. */
export function toInterswarmPlan(body: Record<string, unknown>, defaultSwarm: string): InterswarmPlan {
  if (!body.user_token) throw new PosthouseError({ code: 'unauthenticated', message: 'user token is required' });
  const { targets, body: text } = body;
  if (
    !targets ||
    (Array.isArray(targets) && targets.length === 0) ||
    text === undefined ||
    text === null ||
    text === ''
  ) {
    throw invalid("'targets' and 'body' are required");
  }
  const type = body.msg_type || 'request';
  if (type !== 'request' && type !== 'broadcast') {
    throw invalid(`msg_type '${String(type).slice(0, 100)}' is not supported for interswarm send`);
  }
  const plain = typeof text === 'string' ? text : JSON.stringify(text);
  const { value: post } = interswarmPostWire.parse({ ...body, body: plain, msg_type: type });
  if (type === 'request' && post.targets.length !== 1) throw invalid("'request' messages require exactly one target");
  const addresses = post.targets.map((target) => parseAgentAddress(target));
  const swarms = new Set(addresses.map(({ swarm }) => swarm ?? defaultSwarm));
  if (swarms.size > 1) throw invalid('write to the agents of one swarm at a time');
  return { post, swarm: [...swarms][0]!, agents: [...new Set(addresses.map(({ name }) => name))] };
}

function invalid(message: string): PosthouseError {
  return new PosthouseError({ code: 'invalid_input', message });
}
