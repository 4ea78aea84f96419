import type { CodexEvent, CodexItem, CodexParams, CodexTokens } from '../codex-event.ts';

const THREAD = 'thread-1';

export function event(method: string, params: CodexParams = {}, threadId = THREAD): CodexEvent {
  return { method, params: { threadId, turnId: 'turn-1', ...params } };
}

export const threadStarted: CodexEvent = {
  method: 'thread/started',
  params: { thread: { id: THREAD, model: 'gpt-x' } },
};
export const turnStarted = event('turn/started', { turn: { id: 'turn-1', status: 'inProgress' } });
export const begun: CodexEvent[] = [threadStarted, turnStarted];

export function turnCompleted(status = 'completed', message?: string): CodexEvent {
  const error = message === undefined ? null : { message };
  return event('turn/completed', { turn: { id: 'turn-1', status, error } });
}

export const started = (item: CodexItem, thread?: string): CodexEvent => event('item/started', { item }, thread);
export const completed = (item: CodexItem, thread?: string): CodexEvent => event('item/completed', { item }, thread);

export const messageItem = (id: string, text: string): CodexItem => ({ type: 'agentMessage', id, text });
export const reasoningItem = (id: string, ...summary: string[]): CodexItem => ({
  type: 'reasoning',
  id,
  summary,
  content: [],
});
export const commandItem = (id: string, fields: Partial<CodexItem> = {}): CodexItem => ({
  type: 'commandExecution',
  id,
  command: 'ls',
  cwd: '/workspace',
  status: 'inProgress',
  ...fields,
});

/** A text as it comes. */
export function said(id: string, text: string, thread?: string): CodexEvent[] {
  const half = Math.ceil(text.length / 2);
  return [
    started(messageItem(id, ''), thread),
    event('item/agentMessage/delta', { itemId: id, delta: text.slice(0, half) }, thread),
    event('item/agentMessage/delta', { itemId: id, delta: text.slice(half) }, thread),
    completed(messageItem(id, text), thread),
  ];
}

/** A command as it comes. */
export function ran(id: string, output = 'done', thread?: string): CodexEvent[] {
  return [
    started(commandItem(id), thread),
    completed(commandItem(id, { status: 'completed', aggregatedOutput: output, exitCode: 0 }), thread),
  ];
}

export function used(total: CodexTokens, thread?: string): CodexEvent {
  return event('thread/tokenUsage/updated', { tokenUsage: { total, last: total } }, thread);
}

export const usedOne = used({ inputTokens: 100, outputTokens: 10 });
