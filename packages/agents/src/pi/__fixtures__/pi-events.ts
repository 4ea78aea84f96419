import type { PiContent, PiEvent, PiMessage } from '../pi-event.ts';

/** A message of the model. */
export function assistant(content: readonly PiContent[], more: Partial<PiMessage> = {}): PiMessage {
  return {
    role: 'assistant',
    content,
    provider: 'scripted',
    model: 'parrot-1',
    stopReason: 'stop',
    timestamp: 1,
    ...more,
  };
}

export const begin: PiEvent = { type: 'message_start', message: assistant([]) };

/** A piece of the message that is being written. */
export function update(type: string, contentIndex: number, more: object = {}): PiEvent {
  return { type: 'message_update', message: assistant([]), assistantMessageEvent: { type, contentIndex, ...more } };
}

export function end(content: readonly PiContent[], more: Partial<PiMessage> = {}): PiEvent {
  return { type: 'message_end', message: assistant(content, more) };
}

/** A whole text, piece by piece. */
export function text(contentIndex: number, ...pieces: string[]): PiEvent[] {
  return [
    update('text_start', contentIndex),
    ...pieces.map((delta) => update('text_delta', contentIndex, { delta })),
    update('text_end', contentIndex, { content: pieces.join('') }),
  ];
}

/** A whole call, piece by piece. */
export function call(contentIndex: number, id: string, name = 'bash'): PiEvent[] {
  const partial = assistant(Array.from({ length: contentIndex + 1 }, () => ({ type: 'toolCall', id, name })));
  const toolCall = { type: 'toolCall', id, name, arguments: { command: 'ls' } };
  return [
    update('toolcall_start', contentIndex, { partial }),
    update('toolcall_delta', contentIndex, { delta: '{"command":"ls"}', partial }),
    update('toolcall_end', contentIndex, { toolCall, partial }),
  ];
}

export function execution(phase: 'start' | 'update' | 'end', toolCallId: string, more: object = {}): PiEvent {
  return { type: `tool_execution_${phase}`, toolCallId, toolName: 'bash', args: { command: 'ls' }, ...more };
}

export function result(...texts: string[]): { content: PiContent[]; details: undefined } {
  return { content: texts.map((each) => ({ type: 'text', text: each })), details: undefined };
}
