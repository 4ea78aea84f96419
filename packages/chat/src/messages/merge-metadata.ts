import { isJSONObject, type JSONObject } from '@posthouse/protocol';

/** Keys that would change what objects are, instead of what this one says. */
const REFUSED = new Set(['__proto__', 'constructor', 'prototype']);

/** What is said about a message, with what is said later: objects are merged, everything else is replaced. */
export function mergeMetadata(before: JSONObject | undefined, changes: JSONObject): JSONObject {
  if (before === undefined) return changes;
  const merged: JSONObject = { ...before };
  for (const [key, value] of Object.entries(changes)) {
    if (REFUSED.has(key)) continue;
    const known = merged[key];
    merged[key] = isJSONObject(known) && isJSONObject(value) ? mergeMetadata(known, value) : value;
  }
  return merged;
}
