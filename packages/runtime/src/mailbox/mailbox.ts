import type { Mail } from '@posthouse/store';

/**
 * For mail that wakes nobody: it is read along with the next mail that does. No date could express "whenever you are up
 * anyway", so it is due when nobody will be left to see it.
 */
export const QUIET = Number.MAX_SAFE_INTEGER;

/** For mail of the user that waits its turn: no run reads it but the one that it starts. As good as never, too. */
export const NEXT_RUN = QUIET - 1;

export function isQueued(mail: Partial<Pick<Mail, 'due'>>): boolean {
  return mail.due === NEXT_RUN;
}

export function isQuiet(mail: Partial<Pick<Mail, 'due'>>): boolean {
  return mail.due === QUIET;
}

/** Whether mail asks for a final answer. Agents may write any subject they like, so the sender counts too. */
export function isFinalCall({ message: { message } }: Pick<Mail, 'message'>): boolean {
  return message.subject === '::maximum_steps_reached::' && message.sender.addressType === 'system';
}

/** Whether mail cuts in on what its reader is doing. */
export function cutsIn(mail: Pick<Mail, 'message'> & Partial<Pick<Mail, 'due'>>): boolean {
  return (mail.message.msgType === 'interrupt' || isFinalCall(mail)) && !isQuiet(mail) && !isQueued(mail);
}

/** Whether something in a mailbox is worth waking its agent for. */
export function hasDueMail(mailbox: readonly Mail[], now: number): boolean {
  return mailbox.some((mail) => mail.due <= now);
}

/** When the next mail is due that is not due yet, such as a delivery that is tried again. */
export function nextDue(mail: readonly Mail[], now: number): number | undefined {
  const later = mail.filter((each) => each.due > now && !isQuiet(each) && !isQueued(each));
  return later.length === 0 ? undefined : Math.min(...later.map((each) => each.due));
}

/** Everything an agent reads in its next turn: quiet mail first, because it tells of the past, then by tier and arrival. */
export function readingOrder(mailbox: readonly Mail[], now: number): Mail[] {
  return mailbox
    .filter((mail) => mail.due <= now || isQuiet(mail))
    .toSorted(
      (one, other) => Number(isQuiet(other)) - Number(isQuiet(one)) || one.tier - other.tier || one.order - other.order,
    );
}
