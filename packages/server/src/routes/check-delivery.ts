import {
  INSTANCE_ROLES,
  type InterswarmDelivery,
  interswarmDeliveryWire,
  invalidInput,
  parseInstance,
  PosthouseError,
  swarmOf,
} from '@posthouse/protocol';
import { senderRefused } from '../federation/registry/peer-authenticator.ts';
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

/**
 * Checks what a peer delivers: its shape, that it is for a swarm of this server, and that it speaks for nobody but the
 * swarm it comes from. Whether that swarm is who it says it is, is for the `PeerAuthenticator` to find out.
 */
export function checkDelivery(
  body: Record<string, unknown>,
  serves: (swarm: string) => boolean,
): InterswarmDelivery['message'] {
  requireParameters(body, { message: 'dict' });
  requireParameters(body.message as Record<string, unknown>, WRAPPER);
  const { message } = interswarmDeliveryWire.parse(body).value;
  const { sourceSwarm: source, targetSwarm: target, payload, taskOwner, taskContributors } = message;
  readInstance(taskOwner);
  const contributors = taskContributors.map(readInstance);
  if (!serves(target)) {
    const text = `received interswarm message for wrong swarm: '${target}'`;
    throw new PosthouseError({ code: 'swarm_not_found', message: text });
  }
  const { addressType, address } = payload.sender;
  if (addressType !== 'agent' && addressType !== 'system')
    throw senderRefused('a message from another swarm must come from an agent, not from a user');
  const from = addressType === 'system' ? address : (swarmOf(address) ?? source);
  if (from !== source) throw senderRefused(`a message from swarm '${source}' cannot come from '${address}'`);
  if (!contributors.some(({ swarm }) => swarm === source)) {
    throw senderRefused(`swarm '${source}' is not among the contributors of the task`);
  }
  return message;
}

/** MAIL has words of its own for a role that there is none of. */
function readInstance(text: string): ReturnType<typeof parseInstance> {
  const role = /^([^:@]+):[^@]+@/.exec(text)?.[1];
  if (role !== undefined && !(INSTANCE_ROLES as readonly string[]).includes(role)) {
    throw invalidInput(`invalid role: ${role}`);
  }
  return parseInstance(text);
}
