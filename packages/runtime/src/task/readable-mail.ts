import type { Mail } from '@posthouse/store';
import { isFinalCall, readingOrder } from '../mailbox/mailbox.ts';
import { bufferOrder, stepMail } from './step-mail.ts';

/**
 * What an agent can read of its mailbox now. Once a limit is reached, only the request for a final answer is delivered;
 * the rest waits for the next run.
 */
export function readableMail(
  mailbox: readonly Mail[],
  { closing, manual }: { closing: boolean; manual: boolean },
): Mail[] {
  const readable = mailbox.filter((mail) => !closing || isFinalCall(mail));
  return manual ? stepMail(readable) : readable;
}

/** Mail in the order in which an agent is given it in a turn. */
export function inReadingOrder(mail: readonly Mail[], { manual, now }: { manual: boolean; now: number }): Mail[] {
  return manual ? bufferOrder(mail, now) : readingOrder(mail, now);
}
