import { type MAILMessage, recipientsOf } from '@posthouse/protocol';

/**
 * A message exactly as MAIL's reference shows it to the functions of agents, who read it with patterns of their own: nothing is
 * escaped, and the recipients are what Python prints for a list.
 */
export function toReferenceMail(message: MAILMessage): string {
  const { sender, subject, body } = message.message;
  const recipients = recipientsOf(message).map(
    ({ addressType, address }) => `'<address type="${addressType}">${address}</address>'`,
  );
  return [
    '',
    '<incoming_message>',
    `<timestamp>${toOffset(message.timestamp)}</timestamp>`,
    `<from type="${sender.addressType}">${sender.address}</from>`,
    '<to>',
    `[${recipients.join(', ')}]`,
    '</to>',
    `<subject>${subject}</subject>`,
    `<body>${body}</body>`,
    '</incoming_message>',
    '',
  ].join('\n');
}

/** Python writes the zone of a time as an offset. */
function toOffset(timestamp: string): string {
  return timestamp.replace(/Z$/, '+00:00');
}
