import { camelKey } from './wire-case.ts';

/**
 * What the two directions need to know of a wire type: where objects with known keys are, and where foreign JSON starts
 * that has to pass untouched.
 */
export type WireShape = (LeafShape | { kind: 'json' } | ArrayShape | MapShape | ObjectShape | UnionShape) & Judged;

export type LeafShape = { kind: 'leaf' };
export type ArrayShape = { kind: 'array'; element: WireShape };
export type MapShape = { kind: 'map'; value: WireShape };
export type ObjectShape = { kind: 'object'; fields: ReadonlyMap<string, WireField> };
export type UnionShape = {
  kind: 'union';
  discriminator: string;
  camelDiscriminator: string;
  options: ReadonlyMap<string, ObjectShape>;
  /** The tags there are, as an error message names them. */
  expectedTag: string;
};

type WireField = { key: string; camel: string; shape: WireShape; optional: boolean };

/** What values have to be, where that is judged by the shape itself and not by a schema. */
type Judged = {
  /** The first that does not hold is what is wrong with a value. */
  rules?: readonly Rule[];
  nullable?: true;
};

/** Something that a value has to be, and the words for it: the end of "expected …". */
export type Rule = readonly [holds: (value: never) => boolean, expected: string];

/** An object with known keys, in the order of its fields. */
export function toObjectShape(fields: readonly { key: string; shape: WireShape; optional: boolean }[]): ObjectShape {
  return {
    kind: 'object',
    fields: new Map(fields.map((field) => [field.key, { ...field, camel: camelKey(field.key) }])),
  };
}

/** Objects that a tag tells apart. */
export function toUnionShape(discriminator: string, options: readonly (readonly [string, ObjectShape])[]): UnionShape {
  return {
    kind: 'union',
    discriminator,
    camelDiscriminator: camelKey(discriminator),
    options: new Map(options),
    expectedTag: `one of ${options.map(([tag]) => JSON.stringify(tag)).join(', ')}`,
  };
}
