import type { JSONObject } from '@posthouse/protocol';

/** Words, or a thought of an agent. */
export type TextItem = { kind: 'message' | 'reasoning'; id: string; text: string; state: ItemState };

/** Something that a response contains: words, a thought of an agent, or a call for the caller to answer. */
export type OutputItem =
  | TextItem
  | { kind: 'call'; id: string; callId: string; name: string; input: string; state: ItemState };

/** `stopped`: as far as it came before somebody stopped it. `retracted`: no part of the response any more. */
type ItemState = 'open' | 'done' | 'stopped' | 'retracted';

const STATUS = { open: 'in_progress', done: 'completed', stopped: 'incomplete', retracted: 'incomplete' };

/** An item as it stands on the wire. */
export function toWireItem(item: OutputItem): JSONObject {
  const status = STATUS[item.state];
  const isEmpty = item.kind !== 'call' && item.text === '' && item.state === 'open';
  switch (item.kind) {
    case 'message': {
      const content = isEmpty ? [] : [toTextPart(item.text)];
      return { id: item.id, type: 'message', status, role: 'assistant', content };
    }
    case 'reasoning': {
      const summary = isEmpty ? [] : [toSummaryPart(item.text)];
      return { id: item.id, type: 'reasoning', status, summary };
    }
    case 'call':
      return {
        id: item.id,
        type: 'function_call',
        status,
        call_id: item.callId,
        name: item.name,
        arguments: item.state === 'open' ? '' : item.input,
      };
  }
}

export function toTextPart(text: string): JSONObject {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

export function toSummaryPart(text: string): JSONObject {
  return { type: 'summary_text', text };
}
