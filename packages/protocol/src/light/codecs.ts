import type { Problem } from '../wire/problem.ts';
import { type Parsed, readWire } from '../wire/read-wire.ts';
import { addProblem, LIMITS_OUT, startWalk, type Walk } from '../wire/walk.ts';
import type { WireShape } from '../wire/wire-shape.ts';
import { writeWire } from '../wire/write-wire.ts';

/** All that is wrong with a wire value, by the rules of its shape: what its schema would say. */
function judge(shape: WireShape, wire: unknown): readonly Problem[] {
  const walk = startWalk(LIMITS_OUT);
  look(shape, wire, walk);
  return walk.problems;
}

function look(shape: WireShape, value: unknown, walk: Walk): void {
  if (value === null && shape.nullable === true) return;
  const broken = shape.rules?.find(([holds]) => !holds(value as never));
  if (broken !== undefined) return addProblem(walk, broken[1], value);
  switch (shape.kind) {
    case 'array':
      return (value as unknown[]).forEach((item, index) => lookAt(index, shape.element, item, walk));
    case 'map':
      return Object.entries(value as object).forEach(([key, item]) => lookAt(key, shape.value, item, walk));
    case 'union': {
      // Whoever made the wire value has already said that it is none of these.
      const option = shape.options.get((value as Record<string, string>)[shape.discriminator]!);
      if (option !== undefined) look(option, value, walk);
      return undefined;
    }
    case 'object':
      for (const { key, shape: inner, optional } of shape.fields.values()) {
        const item = (value as Record<string, unknown>)[key];
        if (item !== undefined || !optional) lookAt(key, inner, item, walk);
      }
  }
}

function lookAt(key: string | number, shape: WireShape, value: unknown, walk: Walk): void {
  walk.path.push(key);
  look(shape, value, walk);
  walk.path.pop();
}

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
