import type { z } from 'zod';
import { toProblem } from './problem.ts';
import { type Judge, type Parsed, readWire } from './read-wire.ts';
import { toWire } from './to-wire.ts';
import { toWireShape } from './to-wire-shape.ts';
import { LIMITS_OUT, startWalk } from './walk.ts';
import type { Camel } from './wire-case.ts';
import { writeWire } from './write-wire.ts';

/** One wire type in its two directions. */
export type WireCodec<Schema extends z.ZodType> = {
  /** What this is called in error messages. */
  readonly name: string;
  /** The strict wire schema; the published JSON Schema is made from it. */
  readonly schema: Schema;
  /** Second names that are read for a key, as `{ alias: key }`. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Tolerant: nulls count as absent, unknown keys are dropped and reported. Throws `invalid_input`. */
  parse(input: unknown): Parsed<Camel<z.infer<Schema>>>;
  /** Strict: gives exactly what the schema allows, without nulls that it does not name. Throws `invalid_output`. */
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
  const judge: Judge = (wire) => schema.safeParse(wire).error?.issues.map((issue) => toProblem(issue, wire)) ?? [];

  return {
    name,
    schema,
    aliases,
    parse: (input) => readWire(input, { name, shape, judge, aliases }) as Parsed<Camel<z.infer<Schema>>>,
    emit: (value) => writeWire(complete(value), { name, shape, judge }) as z.infer<Schema>,
    emitTrusted: (value) => toWire(shape, complete(value), startWalk(LIMITS_OUT)) as z.infer<Schema>,
  };
}
