import type { JSONObject } from '@posthouse/protocol';

/** Something that a response contains: words, a thought of an agent, or a call for the caller to answer. */
export type OutputItem =
  | { kind: 'message'; id: string; text: string; done: boolean; retracted: boolean }
  | { kind: 'reasoning'; id: string; text: string; done: boolean; retracted: boolean }
  | { kind: 'call'; id: string; callId: string; name: string; input: string; done: boolean; retracted: boolean };

/** An item as it stands on the wire. */
export function toWireItem(item: OutputItem): JSONObject {
  const status = item.done ? (item.retracted ? 'incomplete' : 'completed') : 'in_progress';
  switch (item.kind) {
    case 'message': {
      const content = item.text === '' && !item.done ? [] : [toTextPart(item.text)];
      return { id: item.id, type: 'message', status, role: 'assistant', content };
    }
    case 'reasoning': {
      const summary = item.text === '' && !item.done ? [] : [toSummaryPart(item.text)];
      return { id: item.id, type: 'reasoning', status, summary };
    }
    case 'call':
      return {
        id: item.id,
        type: 'function_call',
        status,
        call_id: item.callId,
        name: item.name,
        arguments: item.done ? item.input : '',
      };
  }
}

export function toTextPart(text: string): JSONObject {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

export function toSummaryPart(text: string): JSONObject {
  return { type: 'summary_text', text };
}
