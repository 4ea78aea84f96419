import {
  describeValue,
  type InterswarmPost,
  interswarmPostWire,
  invalidInput,
  parseAgentAddress,
  PosthouseError,
} from '@posthouse/protocol';

/** What a user writes to agents, by the swarms that they belong to, in the order they were named. */
export type InterswarmPlan = { post: InterswarmPost; groups: { swarm: string; agents: string[] }[] };

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
    throw invalidInput("'targets' and 'body' are required");
  }
  const type = body.msg_type || 'request';
  if (type !== 'request' && type !== 'broadcast') {
    const shown = typeof type === 'string' ? type.slice(0, 100) : describeValue(type);
    throw invalidInput(`msg_type '${shown}' is not supported for interswarm send`);
  }
  const plain = typeof text === 'string' ? text : JSON.stringify(text);
  const { value: post } = interswarmPostWire.parse({ ...body, body: plain, msg_type: type });
  if (type === 'request' && post.targets.length !== 1)
    throw invalidInput("'request' messages require exactly one target");
  const groups = new Map<string, Set<string>>();
  for (const { name, swarm = defaultSwarm } of post.targets.map((target) => parseAgentAddress(target))) {
    groups.set(swarm, (groups.get(swarm) ?? new Set()).add(name));
  }
  return { post, groups: [...groups].map(([swarm, agents]) => ({ swarm, agents: [...agents] })) };
}
