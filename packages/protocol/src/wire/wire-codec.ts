import type { z } from 'zod';
import type { ErrorCode } from '../errors/error-codes.ts';
import { fromWire } from './from-wire.ts';
import { isPlainObject } from './is-plain-object.ts';
import { problemError, toProblem } from './problem.ts';
import { tidy } from './tidy.ts';
import { toWire } from './to-wire.ts';
import { LIMITS_IN, LIMITS_OUT, startWalk, type Walk } from './walk.ts';
import type { Camel } from './wire-case.ts';
import { toWireShape } from './wire-shape.ts';

/** A parsed value, and the paths of what was dropped because the protocol does not know it. */
export type Parsed<Value> = { value: Value; dropped: string[] };

/** One wire type in its two directions. */
export type WireCodec<Schema extends z.ZodType> = {
  /** What this is called in error messages. */
  readonly name: string;
  /** The strict wire schema; the published JSON Schema is made from it. */
  readonly schema: Schema;
  /** Tolerant: nulls count as absent, unknown keys are dropped and reported. Throws `invalid_input`. */
  parse(input: unknown): Parsed<Camel<z.infer<Schema>>>;
  /** Strict: gives exactly what the schema allows, without nulls. Throws `invalid_output`. */
  emit(value: Camel<z.infer<Schema>>): z.infer<Schema>;
  /** `emit` without the check, for hot paths whose values only our own code can have made. */
  emitTrusted(value: Camel<z.infer<Schema>>): z.infer<Schema>;
};

export type WireCodecOptions<Schema extends z.ZodType> = {
  name: string;
  schema: Schema;
  /** Second names that other MAIL documents use for a key, as `{ alias: key }`; the key itself wins. */
  aliases?: Record<string, string>;
  /** Adds, before a value is sent, what the schema calls optional and servers in the field insist on. */
  complete?: (value: Camel<z.infer<Schema>>) => Camel<z.infer<Schema>>;
};

/** The value type that a codec parses to and emits from. */
export type Wired<Codec> = Codec extends WireCodec<infer Schema> ? Camel<z.infer<Schema>> : never;

/**
 * Makes the codec of a wire type. snake_case becomes camelCase here and nowhere else.
 *
 * @example
 * const pointWire = wireCodec({ name: 'point', schema: z.strictObject({ pos_x: z.number() }) });
 * pointWire.parse({ pos_x: 1, extra: 2 }); // { value: { posX: 1 }, dropped: ['extra'] }
 * pointWire.emit({ posX: 1 });             // { pos_x: 1 }
 */
export function wireCodec<Schema extends z.ZodType>(options: WireCodecOptions<Schema>): WireCodec<Schema> {
  const { name, schema, aliases = {}, complete = (value) => value } = options;
  const shape = toWireShape(schema);

  return {
    name,
    schema,
    parse(input) {
      const walk = startWalk(LIMITS_IN);
      const wire = check('invalid_input', tidy(shape, renameKeys(input, aliases), walk), walk);
      return { value: fromWire(shape, wire) as Camel<z.infer<Schema>>, dropped: walk.dropped };
    },
    emit(value) {
      const walk = startWalk(LIMITS_OUT);
      return check('invalid_output', toWire(shape, complete(value), walk), walk);
    },
    emitTrusted: (value) => toWire(shape, complete(value), startWalk(LIMITS_OUT)) as z.infer<Schema>,
  };

  /** Throws what the walk and the schema found, unless they found nothing. */
  function check(code: ErrorCode, wire: unknown, { problems }: Walk): z.infer<Schema> {
    const result = schema.safeParse(wire);
    if (result.success && problems.length === 0) return result.data;
    // Where the walk stopped, the schema only sees that something is missing.
    const known = new Set(problems.map(({ path }) => path));
    const others = (result.error?.issues ?? []).map((issue) => toProblem(issue, wire));
    throw problemError(code, name, [...problems, ...others.filter(({ path }) => !known.has(path))]);
  }
}

function renameKeys(input: unknown, aliases: Record<string, string>): unknown {
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
