import type { Telling } from '@posthouse/protocol/light';

/** Something that is told of a run, when it happened, and where in the log of the task, as far as that is known. */
export type TimedTelling = {
  telling: Telling;
  at?: string | undefined;
  run?: number | undefined;
  seq?: number | undefined;
};
