import type { Mail, NewMail } from '@posthouse/store';
import { isQuiet, QUIET } from '../mailbox/mailbox.ts';
import { STEP_SUBJECT, stepIdOf } from './step-context.ts';

/**
 * Mail in manual mode wakes nobody: it lies in the mailbox until a step makes its reader read. Only the system's own
 * words, and what leaves for another swarm, go their usual way.
 */
export function toBuffers(put: readonly NewMail[]): NewMail[] {
  return put.map((mail) => {
    const wakes = mail.message.message.sender.addressType === 'system' || mail.mailbox.startsWith('@');
    return wakes ? mail : { ...mail, due: QUIET };
  });
}

/**
 * What an agent can read now in manual mode: its buffer, and the mail of one step. A step that has begun is brought to
 * its end before the next one that waits.
 */
export function stepMail(mailbox: readonly Mail[]): Mail[] {
  const waking = mailbox.filter((mail) => !isQuiet(mail)).toSorted(byArrival);
  const next = waking.find((mail) => !opensStep(mail)) ?? waking[0];
  if (next === undefined) return [...mailbox];
  const step = stepIdOf(next.message);
  return mailbox.filter((mail) => isQuiet(mail) || stepIdOf(mail.message) === step);
}

/** Conversations are told in the order in which they happened, whoever spoke; what woke the agent comes last. */
export function bufferOrder(mailbox: readonly Mail[], now: number): Mail[] {
  return mailbox
    .filter((mail) => mail.due <= now || isQuiet(mail))
    .toSorted((one, other) => Number(isQuiet(other)) - Number(isQuiet(one)) || byArrival(one, other));
}

function opensStep({ message }: Mail): boolean {
  return message.message.subject === STEP_SUBJECT;
}

function byArrival(one: Mail, other: Mail): number {
  return one.order - other.order;
}
