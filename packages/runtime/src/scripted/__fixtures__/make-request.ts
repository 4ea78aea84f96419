import type { ScriptedMessage, ScriptedRequest } from '../scripted-request.ts';

/** A request with one short question, unless told otherwise. */
export function makeRequest(fields: Partial<ScriptedRequest> = {}): ScriptedRequest {
  return {
    index: 0,
    dialect: 'in-process',
    model: 'scripted',
    stream: true,
    system: '',
    messages: [makeMessage({ text: 'What is 1 and 2?' })],
    tools: [],
    toolChoice: 'auto',
    headers: {},
    signal: new AbortController().signal,
    ...fields,
  };
}

export function makeMessage(fields: Partial<ScriptedMessage> = {}): ScriptedMessage {
  return { role: 'user', text: '', toolCalls: [], toolResults: [], ...fields };
}
