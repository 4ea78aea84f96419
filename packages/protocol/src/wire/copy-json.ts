import { isPlainObject } from './is-plain-object.ts';
import { addDropped, addProblem, type Limits, type Walk } from './walk.ts';

/**
 * Copies free-form JSON, so that nobody else holds the value and nothing but JSON is in it. `__proto__` keys are left out
 * and reported; what JSON cannot say is a problem, and so is a value that is too large or contains itself.
 */
export function copyJSON(value: unknown, walk: Walk): unknown {
  return copy(value, walk, { ...walk.limits });
}

function copy(value: unknown, walk: Walk, room: Limits): unknown {
  room.values -= 1;
  if (room.levels < 0 || room.values < 0) {
    // Room that has run out is said once, not for every value left.
    if (room.values >= -1) addProblem(walk, describeLimits(walk), value);
    return undefined;
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return copyArray(value, walk, room);
  if (isPlainObject(value)) return copyObject(value, walk, room);
  addProblem(walk, 'a JSON value', value);
  return undefined;
}

function copyArray(value: readonly unknown[], walk: Walk, room: Limits): unknown {
  if (value.length > room.values) {
    addProblem(walk, describeLimits(walk), value);
    return undefined;
  }
  const copied: unknown[] = [];
  room.levels -= 1;
  // By index, because `map` would step over the holes of a sparse array.
  for (let index = 0; index < value.length; index += 1) {
    walk.path.push(index);
    copied.push(copy(value[index], walk, room));
    walk.path.pop();
  }
  room.levels += 1;
  return copied;
}

function copyObject(value: Record<string, unknown>, walk: Walk, room: Limits): unknown {
  const copied: Record<string, unknown> = {};
  room.levels -= 1;
  for (const key of Object.keys(value)) {
    if (key === '__proto__') addDropped(walk, key);
    else if (value[key] !== undefined) {
      walk.path.push(key);
      copied[key] = copy(value[key], walk, room);
      walk.path.pop();
    }
  }
  room.levels += 1;
  return copied;
}

function describeLimits({ limits }: Walk): string {
  return `JSON of at most ${limits.levels} levels and ${limits.values} values`;
}
