import type { JSONObject } from '@posthouse/protocol';
import type { NewMail } from '@posthouse/store';
import { noteOf, withNote } from './letters/letter-note.ts';
import type { Decision } from './decision.ts';
import type { Cause } from './cause.ts';

/** Mail that remembers what brought it about. What was put aside before keeps its own cause. */
export function putForCause(put: readonly NewMail[], cause: Cause): NewMail[] {
  return put.map((mail) =>
    noteOf(mail.message).cause === undefined ? { ...mail, message: withNote(mail.message, { cause }) } : mail,
  );
}

/** A decision from outside, whose mail and whose run remember what brought them about. */
export function decideForCause(decision: Decision, cause: Cause): Decision {
  const { put, data } = decision;
  const current = data?.current as (JSONObject & { cause?: Cause }) | null | undefined;
  const starts = current !== undefined && current !== null && current.cause === undefined;
  return {
    ...decision,
    ...(put === undefined ? {} : { put: putForCause(put, cause) }),
    ...(starts ? { data: { ...data, current: { ...current, cause } } } : {}),
  };
}
