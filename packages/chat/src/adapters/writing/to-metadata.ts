import type { JSONObject } from '@posthouse/protocol';
import type { RunState } from './run-state.ts';

/** What a message says about its run, as far as it is known. */
export function toMetadata({ agent, agentSessionId, metadata }: RunState): JSONObject {
  const { more, ...facts } = metadata;
  const known = Object.entries({ agent, agentSessionId, ...facts }).filter(([, value]) => value !== undefined);
  // What is left out of it would be undefined, which JSON does not have.
  return JSON.parse(JSON.stringify({ ...Object.fromEntries(known), ...more })) as JSONObject;
}
