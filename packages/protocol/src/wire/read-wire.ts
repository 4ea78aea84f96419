import { isPlainObject } from './is-plain-object.ts';
import { type Problem, problemError } from './problem.ts';
import { tidy } from './tidy.ts';
import { LIMITS_IN, startWalk } from './walk.ts';
import type { WireShape } from './wire-shape.ts';

/** A parsed value, and the paths of what was dropped because the protocol does not know it. */
export type Parsed<Value> = { value: Value; dropped: string[] };

/** Says all that is wrong with a wire value, in the form that it is sent in. */
export type Judge = (wire: unknown) => readonly Problem[];

export type ReadWireOptions = {
  name: string;
  shape: WireShape;
  judge: Judge;
  /** Second names that other MAIL documents use for a key, as `{ alias: key }`; the key itself wins. */
  aliases?: Readonly<Record<string, string>>;
};

/** Tolerant: nulls count as absent, unknown keys are dropped and reported. Throws `invalid_input`. */
export function readWire(input: unknown, { name, shape, judge, aliases = {} }: ReadWireOptions): Parsed<unknown> {
  const walk = startWalk(LIMITS_IN);
  const wire = tidy(shape, renameKeys(input, aliases), walk);
  const problems = joinProblems(walk.problems, judge(wire));
  if (problems.length > 0) throw problemError('invalid_input', name, problems);
  return { value: fromWire(shape, wire), dropped: walk.dropped };
}

/** Where a walk stopped, a judge only sees that something is missing. */
export function joinProblems(walked: readonly Problem[], judged: readonly Problem[]): readonly Problem[] {
  if (walked.length === 0) return judged;
  const known = new Set(walked.map(({ path }) => path));
  return [...walked, ...judged.filter(({ path }) => !known.has(path))];
}

function renameKeys(input: unknown, aliases: Readonly<Record<string, string>>): unknown {
  if (!isPlainObject(input)) return input;
  const used = Object.entries(aliases).filter(
    ([alias, key]) => Object.hasOwn(input, alias) && (input[key] ?? null) === null,
  );
  if (used.length === 0) return input;
  const renamed: Record<string, unknown> = { ...input };
  for (const [alias, key] of used) {
    renamed[key] = renamed[alias];
    delete renamed[alias];
  }
  return renamed;
}

/** A valid wire value in camelCase. */
function fromWire(shape: WireShape, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  switch (shape.kind) {
    case 'leaf':
    case 'json':
      return value;
    case 'array':
      return (value as unknown[]).map((item) => fromWire(shape.element, item));
    case 'map': {
      const converted: Record<string, unknown> = {};
      for (const [key, item] of Object.entries(value)) converted[key] = fromWire(shape.value, item);
      return converted;
    }
    case 'union':
      return fromWire(shape.options.get((value as Record<string, string>)[shape.discriminator]!)!, value);
    case 'object': {
      const converted: Record<string, unknown> = {};
      // In the order of the shape, so that the same value is the same text however its sender ordered it.
      for (const { key, camel, shape: inner } of shape.fields.values()) {
        if (Object.hasOwn(value, key)) converted[camel] = fromWire(inner, (value as Record<string, unknown>)[key]);
      }
      return converted;
    }
  }
}
