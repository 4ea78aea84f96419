import type { JSONObject } from './json.ts';

/** Whether something that came as JSON is an object, and not a list or null. */
export function isJSONObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
