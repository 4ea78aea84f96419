import { type MAILMessage, recipientsOf } from '@posthouse/protocol';
import { enclose } from './enclose.ts';

/**
 * A message as an agent reads it in its prompt: the sender, the recipients, and the body word for word.
 *
 * @example
 * const prompt = inputs.map(toMailText).join('\n\n'); // in an agent that is a function with a model of its own
 */
export function toMailText(message: MAILMessage): string {
  const { sender, subject, body } = message.message;
  return enclose('incoming_message', {
    id: message.id,
    headers: [
      ['timestamp', message.timestamp],
      [`from (${sender.addressType})`, sender.address],
      ...recipientsOf(message).map(({ addressType, address }) => [`to (${addressType})`, address] as const),
      ['subject', subject],
    ],
    text: body,
  });
}
