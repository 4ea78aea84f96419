import { swarmOf } from '../addresses/swarm-of.ts';
import type { MessageEntry } from '../log/log-entry.ts';
import type { ToldMail } from './telling.ts';

/** Subjects of this form are signals between programs, not words. */
const SIGNAL = /^::.*::$/s;

/**
 * Mail between agents; undefined for messages of the user and the system, and for the answer. `swarm` is the swarm
 * of the log, if it is not ours.
 */
export function toToldMail(
  { to, message, at }: Pick<MessageEntry, 'to' | 'message' | 'at'>,
  swarm: string | undefined,
): ToldMail | undefined {
  const { sender, subject, body } = message.message;
  const { id: messageId, msgType } = message;
  if (sender.addressType !== 'agent' || msgType === 'broadcast_complete') return undefined;
  return toMailBetween({ messageId, from: sender.address, to, subject, body, msgType, at }, swarm);
}

/** Mail from one agent to another with the names that readers know. */
export function toMailBetween(mail: Omit<ToldMail, 'id'>, swarm?: string): ToldMail | undefined {
  const isSignal = SIGNAL.test(mail.subject);
  // What our run has come to goes to other swarms as well, and is told as the answer.
  if (isSignal && !swarm && !swarmOf(mail.from)) return undefined;
  // A run of another swarm has ended with what it had answered before.
  if (isSignal && mail.body === '') return undefined;
  const [from, to] = [toAgentName(mail.from, swarm), toAgentName(mail.to, swarm)];
  return { ...mail, id: `${mail.messageId}/${to}`, from, to, subject: isSignal ? '' : mail.subject };
}

/** The one name of an agent for readers: its own in our swarm, and with its swarm elsewhere. */
export function toAgentName(agent: string, swarm: string | undefined): string {
  return !swarm || swarmOf(agent) ? agent : `${agent}@${swarm}`;
}
