import { type Parsed, readWire } from '../wire/read-wire.ts';
import type { WireShape } from '../wire/wire-shape.ts';
import { writeWire } from '../wire/write-wire.ts';
import { judge } from './judge.ts';

/** Reads a wire type as its codec does, by rules instead of a schema. */
export type WireReader<Value> = {
  /** Tolerant: nulls count as absent, unknown keys are dropped and reported. Throws `invalid_input`. */
  parse(input: unknown): Parsed<Value>;
  /** The tags of a type that has several forms. */
  readonly tags: readonly string[];
};

/** Writes a wire type as its codec does, by rules instead of a schema. */
export type WireWriter<Value> = {
  /** Strict: gives exactly what the protocol allows, without nulls. Throws `invalid_output`. */
  emit(value: Value): unknown;
};

/** A reader; its shape is made when it is first needed, and not at all in a page that never does. */
export function wireReader<Value>(
  name: string,
  toShape: () => WireShape,
  aliases: Readonly<Record<string, string>> = {},
): WireReader<Value> {
  const options = lazy(name, toShape);
  return {
    parse: (input) => readWire(input, { ...options(), aliases }) as Parsed<Value>,
    get tags() {
      const { shape } = options();
      return shape.kind === 'union' ? [...shape.options.keys()] : [];
    },
  };
}

/** A writer; its shape is made when it is first needed. */
export function wireWriter<Value>(name: string, toShape: () => WireShape): WireWriter<Value> {
  const options = lazy(name, toShape);
  return { emit: (value) => writeWire(value, options()) };
}

type Options = Parameters<typeof writeWire>[1];

function lazy(name: string, toShape: () => WireShape): () => Options {
  let options: Options | undefined;
  return () => {
    if (options !== undefined) return options;
    const shape = toShape();
    options = { name, shape, judge: (wire) => judge(shape, wire) };
    return options;
  };
}
