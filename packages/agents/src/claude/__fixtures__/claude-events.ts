import { translateAll } from '../../__fixtures__/translate-all.ts';
import type { HostEvent } from '../../host-event.ts';
import { createClaudeAdapter } from '../claude-adapter.ts';
import type {
  ClaudeAssistantEvent,
  ClaudeBlock,
  ClaudeEvent,
  ClaudeRawEvent,
  ClaudeResultEvent,
  ClaudeStreamEvent,
  ClaudeSystemEvent,
  ClaudeUserEvent,
} from '../claude-event.ts';

export const claude = createClaudeAdapter();

export const translate = (events: (ClaudeEvent | HostEvent)[], options: Parameters<typeof translateAll>[2] = {}) =>
  translateAll(claude, events, options);

export const typesOf = (chunks: readonly { type: string }[]): string[] => chunks.map(({ type }) => type);

const base = { session_id: 'session-1', parent_tool_use_id: null };

export const init: ClaudeSystemEvent = {
  ...base,
  type: 'system',
  subtype: 'init',
  model: 'claude-x',
  cwd: '/workspace',
};

export function system(subtype: string, fields: Partial<ClaudeSystemEvent> = {}): ClaudeSystemEvent {
  return { ...base, type: 'system', subtype, ...fields };
}

export function raw(event: ClaudeRawEvent, fields: Partial<ClaudeStreamEvent> = {}): ClaudeStreamEvent {
  return { ...base, type: 'stream_event', event, ...fields };
}

export const messageStart = (id: string): ClaudeStreamEvent => raw({ type: 'message_start', message: { id } });
export const messageStop = (from?: number): ClaudeStreamEvent =>
  raw({ type: 'message_stop' }, from === undefined ? {} : { abandoned_blocks: { from_block_index: from } });
export const blockStart = (index: number, block: ClaudeBlock): ClaudeStreamEvent =>
  raw({ type: 'content_block_start', index, content_block: block });
export const blockStop = (index: number): ClaudeStreamEvent => raw({ type: 'content_block_stop', index });
export const textDelta = (index: number, text: string): ClaudeStreamEvent =>
  raw({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } });
export const thinkingDelta = (index: number, thinking: string): ClaudeStreamEvent =>
  raw({ type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } });
export const inputDelta = (index: number, json: string): ClaudeStreamEvent =>
  raw({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json } });

let uuids = 0;

export function assistant(
  id: string,
  block: ClaudeBlock,
  fields: Partial<ClaudeAssistantEvent> = {},
): ClaudeAssistantEvent {
  uuids += 1;
  return { ...base, uuid: `event-${uuids}`, type: 'assistant', message: { id, content: [block] }, ...fields };
}

export const text = (value: string): ClaudeBlock => ({ type: 'text', text: value });
export const thinking = (value: string): ClaudeBlock => ({ type: 'thinking', thinking: value });
export const toolUse = (id: string, name = 'Bash', input: unknown = { command: 'ls' }): ClaudeBlock => ({
  type: 'tool_use',
  id,
  name,
  input,
});

export function toolResult(
  id: string,
  content: unknown = 'done',
  fields: Partial<ClaudeUserEvent> = {},
): ClaudeUserEvent {
  return user([{ type: 'tool_result', tool_use_id: id, content }], fields);
}

export function toolFailure(
  id: string,
  content: unknown = 'It failed.',
  fields: Partial<ClaudeUserEvent> = {},
): ClaudeUserEvent {
  return user([{ type: 'tool_result', tool_use_id: id, content, is_error: true }], fields);
}

export function user(content: string | ClaudeBlock[], fields: Partial<ClaudeUserEvent> = {}): ClaudeUserEvent {
  return { ...base, type: 'user', message: { role: 'user', content }, ...fields };
}

export function result(fields: Partial<ClaudeResultEvent> = {}): ClaudeResultEvent {
  return {
    ...base,
    type: 'result',
    subtype: 'success',
    is_error: false,
    stop_reason: 'end_turn',
    total_cost_usd: 0.01,
    usage: { input_tokens: 10, output_tokens: 5 },
    ...fields,
  };
}

/** A text as it comes: in pieces, as a whole, and closed. */
export function said(id: string, index: number, value: string): ClaudeEvent[] {
  const half = Math.ceil(value.length / 2);
  return [
    blockStart(index, text('')),
    textDelta(index, value.slice(0, half)),
    textDelta(index, value.slice(half)),
    assistant(id, text(value)),
    blockStop(index),
  ];
}

/** A call as it comes. */
export function called(
  id: string,
  index: number,
  callId: string,
  name = 'Bash',
  input: unknown = { command: 'ls' },
): ClaudeEvent[] {
  return [
    blockStart(index, { type: 'tool_use', id: callId, name, input: {} }),
    inputDelta(index, JSON.stringify(input)),
    assistant(id, toolUse(callId, name, input)),
    blockStop(index),
  ];
}
