import type { JSONObject } from './json.ts';

/** Whether a JSON value is an object, and not a list or null. */
export function isJSONObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
