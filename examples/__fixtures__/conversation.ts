import type { MAILMessage } from '@posthouse/protocol';
import { toMailText } from '@posthouse/runtime';
import type { ScriptedMessage, ScriptedRequest } from '@posthouse/runtime/scripted';

const nothing = { text: '', toolCalls: [], toolResults: [] } as const;

/** A message that reached the agent, as its prompt shows it. */
export function mailed(
  from: string,
  subject: string,
  body: string,
  type: 'agent' | 'user' | 'admin' | 'system' = 'agent',
): ScriptedMessage {
  const message: MAILMessage = {
    id: '1',
    timestamp: '2026-05-01T00:00:00.000Z',
    msgType: 'request',
    message: {
      taskId: 't',
      requestId: 'r',
      sender: { addressType: type, address: from },
      recipient: { addressType: 'agent', address: 'me' },
      subject,
      body,
    },
  };
  return { ...nothing, role: 'user', text: toMailText(message) };
}

/** A call that the agent made. */
export function called(id: string, name: string, input: unknown): ScriptedMessage {
  return { ...nothing, role: 'assistant', toolCalls: [{ id, name, input }] };
}

/** What a call came to. */
export function returned(id: string, text: string): ScriptedMessage {
  return { ...nothing, role: 'tool', toolResults: [{ id, text }] };
}

/** What a model is asked after all this. */
export function requestWith(...messages: ScriptedMessage[]): ScriptedRequest {
  return {
    index: 0,
    dialect: 'in-process',
    model: 'scripted',
    stream: true,
    system: '',
    messages,
    tools: [],
    toolChoice: 'required',
    headers: {},
    signal: new AbortController().signal,
  };
}
