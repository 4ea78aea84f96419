import type { Telling } from '@posthouse/protocol/light';

/** Something that is told of a run, when it happened, and in which run where that is known. */
export type TimedTelling = { telling: Telling; at?: string | undefined; run?: number | undefined };
