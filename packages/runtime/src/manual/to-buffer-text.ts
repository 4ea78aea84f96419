import { EVERYONE, type MAILMessage, recipientsOf } from '@posthouse/protocol';
import { enclose } from '../messages/enclose.ts';
import { toMailText } from '../messages/to-mail-text.ts';
import { STEP_SUBJECT, stepIdOf } from '../task/step-context.ts';

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
  if (subject === STEP_SUBJECT && stepIdOf(input) !== undefined) return body.toWellFormed();
  return sender.addressType === 'system' ? toMailText(input) : toSpeech(input);
}

function toSpeech(input: MAILMessage): string {
  const { sender, subject, body } = input.message;
  const recipients = recipientsOf(input).map(({ address }) => address);
  const isPublic = recipients[0] === EVERYONE;
  const isGroup = !isPublic && recipients.length > 1;
  const isTitled = subject !== '' && !subject.startsWith('::');
  return enclose(isPublic ? 'public_message' : 'private_message', {
    id: input.id,
    headers: [
      ['from', sender.address],
      ...(isGroup ? recipients.map((address) => ['to', address] as const) : []),
      ...(isTitled ? [['subject', subject] as const] : []),
    ],
    text: body,
  });
}
