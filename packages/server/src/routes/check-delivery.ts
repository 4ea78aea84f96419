import {
  EVERYONE,
  type InterswarmDelivery,
  interswarmDeliveryWire,
  parseAgentAddress,
  parseInstance,
  PosthouseError,
  recipientsOf,
} from '@posthouse/protocol';
import type { SwarmDefinition } from '@posthouse/runtime';
import { type ParameterType, requireParameters } from '../app/require-parameters.ts';

const WRAPPER: Record<string, ParameterType> = {
  message_id: 'str',
  source_swarm: 'str',
  target_swarm: 'str',
  timestamp: 'str',
  payload: 'dict',
  msg_type: 'str',
  task_owner: 'str',
  task_contributors: 'list',
};

/** Checks what a peer delivers: its shape, whose task it is, and that the agents it is for are here. */
export function checkDelivery(
  body: Record<string, unknown>,
  toDefinition: (swarm: string) => SwarmDefinition,
): InterswarmDelivery['message'] {
  requireParameters(body, { message: 'dict' });
  requireParameters(body.message as Record<string, unknown>, WRAPPER);
  const { message } = interswarmDeliveryWire.parse(body).value;
  for (const instance of [message.taskOwner, ...message.taskContributors]) parseInstance(instance);
  const { name, agents } = toDefinition(message.targetSwarm);
  for (const recipient of recipientsOf({ message: message.payload })) {
    if (recipient.addressType !== 'agent') continue;
    const { name: agent, swarm = name } = parseAgentAddress(recipient.address);
    const isHere = swarm !== name || agent === EVERYONE || agents.some((each) => each.name === agent);
    if (!isHere) throw new PosthouseError({ code: 'agent_not_found', message: `unknown local agent: '${agent}'` });
  }
  return message;
}
