import { escapeXML, EVERYONE, type MAILMessage, recipientsOf, toMessageXML } from '@posthouse/protocol';
import { STEP_SUBJECT, stepIdOf } from './step-context.ts';

/**
 * What an agent reads in a turn of a step: everything it has overheard and been told since its last one, then the
 * payload, word for word, because the payload is a prompt and not mail.
 */
export function toBufferText(inputs: readonly MAILMessage[]): string {
  const text = inputs.map(toText).join('\n\n\n').trimEnd();
  // No provider takes an empty message.
  return text === '' ? 'It is your turn. Nothing new has been said.' : text;
}

function toText(input: MAILMessage): string {
  const { sender, subject, body } = input.message;
  if (subject === STEP_SUBJECT && stepIdOf(input) !== undefined) return body;
  return sender.addressType === 'system' ? toMessageXML(input) : toSpeech(input);
}

/** Everything that comes from a message is escaped: nobody can put words into another's mouth. */
function toSpeech(input: MAILMessage): string {
  const { sender, subject, body } = input.message;
  const recipients = recipientsOf(input).map(({ address }) => address);
  const tag = recipients[0] === EVERYONE ? 'public_message' : 'private_message';
  const isGroup = tag === 'private_message' && recipients.length > 1;
  const isTitled = subject !== '' && !subject.startsWith('::');
  return [
    `<${tag}>`,
    `<from>${escapeXML(sender.address)}</from>`,
    ...(isGroup ? [`<to>${recipients.map(escapeXML).join(', ')}</to>`] : []),
    ...(isTitled ? [`<subject>${escapeXML(subject)}</subject>`] : []),
    escapeXML(body),
    `</${tag}>`,
  ].join('\n');
}
