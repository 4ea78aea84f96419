import { problemError } from './problem.ts';
import { joinProblems, type Judge } from './read-wire.ts';
import { toWire } from './to-wire.ts';
import { LIMITS_OUT, startWalk } from './walk.ts';
import type { WireShape } from './wire-shape.ts';

/** Strict: gives exactly what the protocol allows, without nulls. Throws `invalid_output`. */
export function writeWire(
  value: unknown,
  { name, shape, judge }: { name: string; shape: WireShape; judge: Judge },
): unknown {
  const walk = startWalk(LIMITS_OUT);
  const wire = toWire(shape, value, walk);
  const problems = joinProblems(walk.problems, judge(wire));
  if (problems.length > 0) throw problemError('invalid_output', name, problems);
  return wire;
}
