import type { MAILAddress } from '../messages/mail-address.ts';
import type { MAILMessage } from '../messages/mail-message.ts';
import { recipientsOf } from '../messages/recipients-of.ts';

/**
 * A message as MAIL's frames describe it to whoever watches. Everything that comes from a message is escaped, so that a body
 * cannot pretend to be a header or a second message.
 */
export function toMessageXML(message: MAILMessage): string {
  const { sender, subject, body } = message.message;
  return [
    '<incoming_message>',
    `<timestamp>${escapeXML(message.timestamp)}</timestamp>`,
    `<from type="${sender.addressType}">${escapeXML(sender.address)}</from>`,
    '<to>',
    ...recipientsOf(message).map(toAddressXML),
    '</to>',
    `<subject>${escapeXML(subject)}</subject>`,
    `<body>${escapeXML(body)}</body>`,
    '</incoming_message>',
  ].join('\n');
}

function toAddressXML({ addressType, address }: MAILAddress): string {
  return `<address type="${addressType}">${escapeXML(address)}</address>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** Text for inside an element. Characters that XML has no way to write become U+FFFD. */
export function escapeXML(text: string): string {
  return text
    .replaceAll(/[&<>\r]/g, (character) => ENTITIES[character]!)
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}
