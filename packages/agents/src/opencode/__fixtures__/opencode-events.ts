import type { OpencodeEvent, OpencodePart, OpencodeToolState } from '../opencode-event.ts';

/** The main session of every test. */
export const MAIN = 'ses_main';

/** Makes the events of one session. */
export function eventsOf(sessionID: string = MAIN) {
  const event = (type: string, properties: object = {}): OpencodeEvent => ({
    type,
    properties: { sessionID, ...properties },
  });
  const part = (id: string, messageID: string, rest: object): OpencodeEvent => {
    return event('message.part.updated', { part: { id, messageID, sessionID, ...rest } as OpencodePart });
  };
  return {
    event,
    part,
    user: (id: string): OpencodeEvent => event('message.updated', { info: { id, role: 'user', sessionID } }),
    assistant: (id: string, more: object = {}): OpencodeEvent =>
      event('message.updated', {
        info: { id, role: 'assistant', sessionID, modelID: 'm', providerID: 'scripted', time: { created: 1 }, ...more },
      }),
    step: (id: string, messageID: string): OpencodeEvent => part(id, messageID, { type: 'step-start' }),
    stepEnd: (id: string, messageID: string, more: object = {}): OpencodeEvent =>
      part(id, messageID, { type: 'step-finish', reason: 'stop', ...more }),
    text: (id: string, messageID: string, text: string, isDone = false, type = 'text'): OpencodeEvent =>
      part(id, messageID, { type, text, time: { start: 1, ...(isDone && { end: 2 }) } }),
    delta: (partID: string, messageID: string, delta: string, field = 'text'): OpencodeEvent =>
      event('message.part.delta', { partID, messageID, field, delta }),
    tool: (callID: string, messageID: string, state: OpencodeToolState, tool = 'bash'): OpencodeEvent =>
      part(`part-${callID}`, messageID, { type: 'tool', tool, callID, state }),
    asked: (id: string, callID?: string, more: object = {}): OpencodeEvent =>
      event('permission.asked', {
        id,
        permission: 'bash',
        patterns: ['ls'],
        metadata: { command: 'ls' },
        ...(callID !== undefined && { tool: { messageID: 'm1', callID } }),
        ...more,
      }),
    replied: (requestID: string, reply: string): OpencodeEvent => event('permission.replied', { requestID, reply }),
    idle: event('session.idle'),
    busy: event('session.status', { status: { type: 'busy' } }),
    error: (name: string, message: string): OpencodeEvent =>
      event('session.error', { error: { name, data: { message } } }),
  };
}
