import { PosthouseError } from '@posthouse/protocol';
import type { CallAnswers } from '../task/decide-resume.ts';
import type { GivenAnswers } from './find-given.ts';

/** Where in the log to look for what comes of answers. */
export type ResumePlace = { run: number; after: number };

type Resume = {
  answers: CallAnswers;
  /** Hands answers over. Throws `call_not_found` if a call does not wait for its one. */
  give(answers: CallAnswers, options: { stored: boolean }): Promise<ResumePlace>;
  /** Tells answers that were given before from the others. */
  find(): Promise<GivenAnswers | undefined>;
};

/**
 * Hands over those answers that have not been given before. That is looked up only when some do not fit, and once more for
 * each time that somebody else answers in between.
 */
export async function resumeOnce({ answers, give, find }: Resume): Promise<ResumePlace> {
  let outcome = await attempt(() => give(answers, { stored: false }));
  for (let known = -1; PosthouseError.isInstance(outcome);) {
    const given = await find();
    if (given === undefined || given.repeated === known) throw outcome;
    if (given.rest.length === 0) return given.place!;
    known = given.repeated;
    // This process may be ahead of the disk, where given answers are looked up; so the disk has to agree.
    outcome = await attempt(() => give(given.rest, { stored: true }));
  }
  return outcome;
}

async function attempt(give: () => Promise<ResumePlace>): Promise<ResumePlace | PosthouseError> {
  try {
    return await give();
  } catch (error) {
    if (PosthouseError.isInstance(error) && error.code === 'call_not_found') return error;
    throw error;
  }
}
