import { swarmOf } from '../addresses/swarm-of.ts';
import type { LogEntry } from '../log/log-entry.ts';
import type { ToldMail } from './telling.ts';

/** Subjects of this form are signals between programs, not words. */
const SIGNAL = /^::.*::$/s;

/**
 * Mail between agents; undefined for what the user wrote, the system said, and the answer. `swarm` is where it stands in
 * the log, if that is not ours.
 */
export function toToldMail(
  { to, message, at }: Pick<LogEntry & { type: 'message' }, 'to' | 'message' | 'at'>,
  swarm: string | undefined,
): ToldMail | undefined {
  const { sender, subject, body } = message.message;
  const { id: messageId, msgType } = message;
  if (sender.addressType !== 'agent' || msgType === 'broadcast_complete') return undefined;
  // What our run has come to goes to other swarms as well, and is told as the answer.
  if (swarm === undefined && swarmOf(sender.address) === undefined && SIGNAL.test(subject)) return undefined;
  const [from, recipient] = [toAgentName(sender.address, swarm), toAgentName(to, swarm)];
  return {
    id: `${messageId}/${recipient}`,
    messageId,
    from,
    to: recipient,
    subject: SIGNAL.test(subject) ? '' : subject,
    body,
    msgType,
    at,
  };
}

/** The one name that an agent has for readers: its own in our swarm, and with its swarm elsewhere. */
export function toAgentName(agent: string, swarm: string | undefined): string {
  return swarm === undefined || swarmOf(agent) !== undefined ? agent : `${agent}@${swarm}`;
}
