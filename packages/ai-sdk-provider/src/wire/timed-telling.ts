import type { Telling } from '@posthouse/protocol/light';

/** Something that is told of a run, and when it happened. */
export type TimedTelling = { telling: Telling; at?: string | undefined };
