import { type JSONObject, type LogEntry, swarmOf } from '@posthouse/protocol';

/** Mail between agents, as the data of a part; undefined for what the user wrote, the system said, and the answer. */
export function toMailNote(
  { to, message, at }: LogEntry & { type: 'message' },
  swarm: string | undefined,
): { id: string; data: JSONObject } | undefined {
  const { sender, subject, body } = message.message;
  if (sender.addressType !== 'agent' || message.msgType === 'broadcast_complete') return undefined;
  // A letter from here to there is in both logs, under both names of whom it goes to.
  const from = toFullAddress(sender.address, swarm);
  const recipient = toFullAddress(to, swarm);
  const data = { from, to: recipient, subject, body, type: message.msgType, at };
  return { id: `${message.id}/${recipient}`, data };
}

function toFullAddress(address: string, swarm: string | undefined): string {
  return swarm === undefined || swarmOf(address) !== undefined ? address : `${address}@${swarm}`;
}
