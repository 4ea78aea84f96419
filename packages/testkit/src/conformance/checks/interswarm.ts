import { newId, toTimestamp } from '@posthouse/protocol';
import type { Lab } from '../lab/lab.ts';
import { introduce } from './introduce.ts';

export type WrapperOptions = {
  taskId?: string;
  sender?: string;
  recipient?: string;
  target?: string;
  body?: string;
  owner?: string;
  contributors?: string[];
  /** Keys to replace in the wrapper; undefined leaves one out. */
  wrapper?: Record<string, unknown>;
  /** Keys to replace in its payload. */
  payload?: Record<string, unknown>;
};

/** The body of `/interswarm/forward` and `/interswarm/back`, as a swarm that the server knows would send it. */
export async function wrapperFor(lab: Lab, options: WrapperOptions): Promise<Record<string, unknown>> {
  await introduce(lab);
  const swarm = await lab.swarmName();
  const peer = await lab.peerName();
  const { taskId = newId(), sender = 'supervisor', recipient, target = swarm, body = 'Hello.' } = options;
  const owner = options.owner ?? `user:visitor@${peer}`;
  const payload = {
    task_id: taskId,
    request_id: newId(),
    sender: { address_type: 'agent', address: `${sender}@${peer}` },
    recipient: { address_type: 'agent', address: `${recipient ?? (await entrypointOf(lab))}@${swarm}` },
    subject: 'Conformance',
    body,
    sender_swarm: peer,
    recipient_swarm: swarm,
    routing_info: {},
    ...options.payload,
  };
  return {
    message: {
      message_id: newId(),
      source_swarm: peer,
      target_swarm: target,
      timestamp: toTimestamp(new Date()),
      payload,
      msg_type: 'request',
      auth_token: '',
      task_owner: owner,
      task_contributors: options.contributors ?? [owner],
      metadata: {},
      ...options.wrapper,
    },
  };
}

async function entrypointOf(lab: Lab): Promise<string> {
  const { swarm } = JSON.parse((await lab.root()).answer.text) as { swarm: { entrypoint: string } };
  return swarm.entrypoint;
}
