import type { LogEntry, MAILMessage, NewEntry } from '@posthouse/protocol';

const sender = { addressType: 'user', address: 'alice' } as const;
const recipient = { addressType: 'agent', address: 'writer' } as const;

/** A message of the user to the writer, as a chat posts it. */
export function said(
  id: string,
  body = `about ${id}`,
  { cutsIn = false, chat = true, parts = undefined as unknown } = {},
): MAILMessage {
  const routingInfo = chat
    ? { chat: { messageId: id, ...(parts === undefined ? {} : { parts: parts as never }) } }
    : {};
  const common = { taskId: 't', sender, subject: 'New Message', body, routingInfo };
  const timestamp = '2026-01-01T00:00:00.000000+00:00';
  return cutsIn
    ? {
        id: `mail-${id}`,
        timestamp,
        msgType: 'interrupt',
        message: { ...common, interruptId: id, recipients: [recipient] },
      }
    : { id: `mail-${id}`, timestamp, msgType: 'request', message: { ...common, requestId: id, recipient } };
}

/** Facts as the log has them: numbered from 1, all at the same time. */
export function logOf(facts: readonly NewEntry[]): LogEntry[] {
  return facts.map((fact, index) => ({ ...fact, seq: index + 1, at: '2026-01-01T00:00:00.000Z' }) as LogEntry);
}

export const started = (run: number, ...messages: string[]): NewEntry => ({
  run,
  type: 'run-started',
  answerId: `answer-${run}`,
  messages: messages.map((id) => `mail-${id}`),
});
export const posted = (run: number, message: MAILMessage): NewEntry => ({
  run,
  type: 'message',
  to: 'writer',
  message,
});
export const ended = (
  run: number,
  outcome: 'complete' | 'error' | 'cancelled' = 'complete',
  code?: string,
): NewEntry => ({
  run,
  type: 'run-ended',
  outcome,
  text: `answer ${run}`,
  ...(code === undefined ? {} : { code }),
});
