import { defined, type JSONObject, type LogEntry } from '@posthouse/protocol';
import type { ResponsePlace } from './door-ids.ts';
import type { ResponseRequest } from './to-response-shell.ts';

const KEY = 'response_request';

type Kept = { instructions?: string; metadata?: Record<string, string>; previous_response_id?: string };

/** What of a request is kept with its message, so that its response can repeat it at any time. */
export function toRoutingInfo({ instructions, metadata, previousResponseId }: ResponseRequest): JSONObject {
  const kept: Kept = {
    ...defined({ instructions, metadata, previous_response_id: previousResponseId }),
  };
  return Object.keys(kept).length === 0 ? {} : { [KEY]: kept };
}

/**
 * The request that a response answers, as far as the log knows it: from the entries at its place. Outputs of calls leave
 * nothing of the kind behind.
 */
export function toStoredRequest(entries: readonly LogEntry[], { summaries }: ResponsePlace): ResponseRequest {
  const started = entries.find((entry) => entry.type === 'run-started');
  const { tools = [], responseFormat: schema } = started ?? {};
  const posted = entries.find((entry) => entry.type === 'message');
  const kept = (posted?.message.message.routingInfo?.[KEY] ?? {}) as Kept;
  const name = typeof schema?.title === 'string' ? schema.title : 'answer';
  return {
    ...defined({
      instructions: kept.instructions,
      metadata: kept.metadata,
      previousResponseId: kept.previous_response_id,
    }),
    // Clients expect the field; whether somebody asked for it is not kept.
    tools: tools.map((tool) => ({ type: 'function', strict: null, ...tool })),
    ...(schema === undefined ? {} : { text: { format: { type: 'json_schema', name, schema } } }),
    ...(summaries ? { reasoning: { summary: 'auto' } } : {}),
  };
}
