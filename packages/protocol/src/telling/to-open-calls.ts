import { type JSONObject, type JSONValue, readJSON } from '../json.ts';
import type { OpenCall } from '../log/call.ts';

/** The calls that a pause waits for: frames have them as JSON text in the place of an answer. */
export function toOpenCalls(response: string): OpenCall[] | undefined {
  const calls = fromJSON(response);
  if (!Array.isArray(calls) || calls.length === 0) return undefined;
  const open = calls.flatMap((call): OpenCall[] => {
    const { call_id: callId, name: tool, arguments: input = {} } = (call ?? {}) as JSONObject;
    if (typeof callId !== 'string' || typeof tool !== 'string') return [];
    return [{ callId, tool, input: typeof input === 'string' ? fromJSON(input) : input }];
  });
  return open.length === calls.length ? open : undefined;
}

/** What a text stands for; one that is no JSON stands for itself. */
function fromJSON(text: string): JSONValue {
  try {
    return readJSON(text) as JSONValue;
  } catch {
    return text;
  }
}
