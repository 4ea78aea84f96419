import { MAX_PROBLEMS_LISTED, problem, type Problem } from './problem.ts';

/** How deep and how large one piece of free-form JSON may be. */
export type Limits = { levels: number; values: number };

export const LIMITS_IN: Limits = { levels: 200, values: 1_000_000 };

/** Wider than what comes in, so that everything that came in can also be wrapped in something and sent on. */
export const LIMITS_OUT: Limits = { levels: 400, values: 2_000_000 };

/** One pass over a value: where it stands, and what it has found so far. */
export type Walk = { limits: Limits; path: (string | number)[]; problems: Problem[]; dropped: string[] };

export function startWalk(limits: Limits): Walk {
  return { limits, path: [], problems: [], dropped: [] };
}

/** Notes that the value at this place is not what it should be. */
export function addProblem(walk: Walk, expected: string, value: unknown): void {
  if (walk.problems.length < MAX_PROBLEMS_LISTED) walk.problems.push(problem(walk.path, expected, value));
}

/** Notes that a key of the object at this place is left out. */
export function addDropped(walk: Walk, key: string): void {
  walk.dropped.push([...walk.path, key].join('.'));
}
