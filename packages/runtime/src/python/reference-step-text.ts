import { EVERYONE, type MAILMessage, recipientsOf } from '@posthouse/protocol';
import { STEP_SUBJECT, stepIdOf } from '../task/step-context.ts';

/** Whether mail in a turn of a step is told in the text of the step: what others said, and the payload. */
export function isStepText(input: MAILMessage): boolean {
  return input.message.sender.addressType !== 'system' || isPayload(input);
}

/** What an agent has overheard, then the payload, exactly as MAIL's reference tells it in manual mode: bare text. */
export function toReferenceStepText(inputs: readonly MAILMessage[]): string {
  return inputs
    .map((input) => (isPayload(input) ? input.message.body : `${toSpeech(input)}\n\n\n`))
    .join('')
    .trimEnd();
}

function isPayload(input: MAILMessage): boolean {
  return input.message.subject === STEP_SUBJECT && stepIdOf(input) !== undefined;
}

function toSpeech(input: MAILMessage): string {
  const { sender, body } = input.message;
  const recipients = recipientsOf(input).map(({ address }) => address);
  const isPublic = recipients[0] === EVERYONE;
  const tag = isPublic ? 'public_message' : 'private_message';
  const to = isPublic || recipients.length < 2 ? [] : [`<to>${recipients.join(', ')}</to>`];
  return [`<${tag}>`, `<from>${sender.address}</from>`, ...to, body, `</${tag}>`].join('\n');
}
