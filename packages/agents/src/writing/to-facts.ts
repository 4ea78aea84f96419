import { defined, type JSONObject } from '@posthouse/protocol';
import type { RunState } from './run-state.ts';

/** What is known about a run, as JSON. */
export function toFacts({ agent, agentSessionId, metadata }: RunState): JSONObject {
  const { more, ...facts } = metadata;
  // What is left out of it would be undefined, which JSON does not have.
  return JSON.parse(JSON.stringify({ ...defined({ agent, agentSessionId, ...facts }), ...more })) as JSONObject;
}
