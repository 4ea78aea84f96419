import { copyJSON } from './copy-json.ts';
import { isPlainObject } from './is-plain-object.ts';
import { addProblem, type Walk } from './walk.ts';
import type { MapShape, ObjectShape, UnionShape, WireShape } from './wire-shape.ts';

/**
 * A value of ours in wire names. Absent optional fields are left out, whether they are `undefined` or `null`, unless the
 * wire has a null for them; a key that the wire does not know is a problem, because sending less than we were told to
 * send would be a silent loss.
 */
export function toWire(shape: WireShape, value: unknown, walk: Walk): unknown {
  if (shape.kind === 'json') return copyJSON(value, walk);
  if (shape.kind === 'leaf' || typeof value !== 'object' || value === null) return value;
  if (shape.kind === 'array') {
    if (!Array.isArray(value)) return value;
    return value.map((item, index) => {
      walk.path.push(index);
      const converted = toWire(shape.element, item, walk);
      walk.path.pop();
      return converted;
    });
  }
  if (Array.isArray(value)) return value;
  if (!isPlainObject(value)) {
    addProblem(walk, 'a plain object', value);
    return undefined;
  }
  switch (shape.kind) {
    case 'map':
      return toWireMap(shape, value, walk);
    case 'union':
      return toWireUnion(shape, value, walk);
    case 'object':
      return toWireObject(shape, value, walk);
  }
}

function toWireMap(shape: MapShape, value: Record<string, unknown>, walk: Walk): unknown {
  // Ids that clients chose are keys here, and no assignment would add one that is called `__proto__`.
  return Object.fromEntries(
    Object.keys(value).map((key) => {
      walk.path.push(key);
      const converted = toWire(shape.value, value[key], walk);
      walk.path.pop();
      return [key, converted];
    }),
  );
}

function toWireUnion(shape: UnionShape, value: Record<string, unknown>, walk: Walk): unknown {
  const tag = value[shape.camelDiscriminator];
  const option = typeof tag === 'string' ? shape.options.get(tag) : undefined;
  if (option !== undefined) return toWireObject(option, value, walk);
  walk.path.push(shape.discriminator);
  addProblem(walk, shape.expectedTag, tag);
  walk.path.pop();
  return {};
}

function toWireObject(shape: ObjectShape, value: Record<string, unknown>, walk: Walk): unknown {
  const converted: Record<string, unknown> = {};
  let known = 0;
  for (const { key, camel, shape: inner, optional } of shape.fields.values()) {
    if (!Object.hasOwn(value, camel)) continue;
    known += 1;
    const item = value[camel];
    if (item === undefined || (item === null && optional && inner.nullable !== true)) continue;
    walk.path.push(key);
    converted[key] = toWire(inner, item, walk);
    walk.path.pop();
  }
  if (known !== Object.keys(value).length) addUnknownKeys(shape, value, walk);
  return converted;
}

function addUnknownKeys(shape: ObjectShape, value: Record<string, unknown>, walk: Walk): void {
  const names = new Set([...shape.fields.values()].map((field) => field.camel));
  for (const key of Object.keys(value)) {
    if (names.has(key)) continue;
    walk.path.push(key);
    addProblem(walk, 'no such key', value[key]);
    walk.path.pop();
  }
}
