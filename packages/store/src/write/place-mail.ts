import { invalidInput } from '@posthouse/protocol';
import type { Mail, NewMail } from '../task.ts';

/** Gives mail its place in the order of arrival, and the time it is due. */
export function placeMail(put: readonly NewMail[], lastOrder: number, now: number): Mail[] {
  return put.map((mail, index) => ({ ...mail, order: lastOrder + index + 1, due: toDue(mail, now) }));
}

/** Whole milliseconds: late rather than early, and `Infinity` as the latest time a number can name. */
function toDue({ id, due }: NewMail, now: number): number {
  if (due === undefined) return now;
  if (Number.isNaN(due)) {
    throw invalidInput(`mail ${JSON.stringify(id)} is due at NaN`);
  }
  return Math.max(0, Math.min(Math.ceil(due), Number.MAX_SAFE_INTEGER));
}
