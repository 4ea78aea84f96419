import { isJSONObject } from '@posthouse/protocol';
/** What a file may hold that can be checked. */
export type FileKind = JSONKind | 'module';

/** The kinds of JSON files. */
export type JSONKind = 'swarms' | 'swarm' | 'message' | 'messages' | 'interswarm message' | 'interswarm delivery';

/**
 * What a JSON value is meant to be, judged by the keys that only one kind has: it may still be wrong in every other way.
 *
 * @example findKind({ msg_type: 'request', message: {} }) // 'message'
 */
export function findKind(value: unknown): JSONKind | undefined {
  if (Array.isArray(value)) return value.some(isMessage) ? 'messages' : 'swarms';
  if (!isJSONObject(value)) return undefined;
  if (isEnvelope(value)) return 'interswarm message';
  if (isJSONObject(value.message) && isEnvelope(value.message)) return 'interswarm delivery';
  if (isMessage(value)) return 'message';
  if ('agents' in value || 'entrypoint' in value) return 'swarm';
  return undefined;
}

const ENVELOPE_KEYS = ['payload', 'source_swarm', 'target_swarm', 'task_owner', 'task_contributors'];

function isEnvelope(value: Record<string, unknown>): boolean {
  return ENVELOPE_KEYS.some((key) => key in value);
}

function isMessage(value: unknown): boolean {
  return isJSONObject(value) && ('msg_type' in value || ('message' in value && 'timestamp' in value));
}
