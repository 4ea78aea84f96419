import { copyJSON } from './copy-json.ts';
import { isPlainObject } from './is-plain-object.ts';
import { addDropped, addProblem, type Walk } from './walk.ts';
import type { ArrayShape, MapShape, ObjectShape, UnionShape, WireShape } from './wire-shape.ts';

/**
 * Brings a value from the network into the form that the strict schema judges: a copy with known keys only, without the
 * nulls that other servers send for absent fields. Whatever does not fit the shape is left as it is for the schema to name.
 */
export function tidy(shape: WireShape, value: unknown, walk: Walk): unknown {
  switch (shape.kind) {
    case 'leaf':
      return value;
    case 'json':
      return copyJSON(value, walk);
    case 'array':
      return Array.isArray(value) ? tidyArray(shape, value, walk) : value;
    case 'map':
    case 'union':
    case 'object':
      if (isPlainObject(value)) return tidyKeys(shape, value, walk);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      addProblem(walk, 'a plain object', value);
      return undefined;
  }
}

function tidyArray(shape: ArrayShape, value: readonly unknown[], walk: Walk): unknown {
  if (value.length > walk.limits.values) {
    addProblem(walk, `a list of at most ${walk.limits.values} items`, value);
    return undefined;
  }
  // By index, because `map` would step over the holes of a sparse array.
  const tidied: unknown[] = [];
  for (let index = 0; index < value.length; index += 1) {
    walk.path.push(index);
    tidied.push(tidy(shape.element, value[index], walk));
    walk.path.pop();
  }
  return tidied;
}

function tidyKeys(shape: MapShape | UnionShape | ObjectShape, value: Record<string, unknown>, walk: Walk): unknown {
  switch (shape.kind) {
    case 'map':
      return tidyMap(shape, value, walk);
    case 'union':
      return tidyUnion(shape, value, walk);
    case 'object':
      return tidyObject(shape, value, walk);
  }
}

function tidyMap(shape: MapShape, value: Record<string, unknown>, walk: Walk): unknown {
  const tidied: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__') {
      addDropped(walk, key);
      continue;
    }
    walk.path.push(key);
    tidied[key] = tidy(shape.value, value[key], walk);
    walk.path.pop();
  }
  return tidied;
}

function tidyUnion(shape: UnionShape, value: Record<string, unknown>, walk: Walk): unknown {
  const tag = Object.hasOwn(value, shape.discriminator) ? value[shape.discriminator] : undefined;
  const option = typeof tag === 'string' ? shape.options.get(tag) : undefined;
  if (option !== undefined) return tidyObject(option, value, walk);
  walk.path.push(shape.discriminator);
  addProblem(walk, shape.expectedTag, tag);
  walk.path.pop();
  return {};
}

function tidyObject(shape: ObjectShape, value: Record<string, unknown>, walk: Walk): unknown {
  const tidied: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const field = shape.fields.get(key);
    const item = value[key];
    if (field === undefined) addDropped(walk, key);
    else if (item !== undefined && !(item === null && field.optional)) {
      walk.path.push(key);
      tidied[key] = tidy(field.shape, item, walk);
      walk.path.pop();
    }
  }
  return tidied;
}
