import type { JSONObject } from '@posthouse/protocol';

/**
 * One level deep: new keys are added, known ones replaced, null takes one away. Built from entries, because assigning
 * a key called `__proto__` would not store it.
 *
 * @example mergeData({ title: 'Trip', draft: true }, { draft: null }) // { title: 'Trip' }
 */
export function mergeData(data: JSONObject, changes: JSONObject): JSONObject {
  const merged = new Map(Object.entries(data));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
