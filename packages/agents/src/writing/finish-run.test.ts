import { newsToChunks, type UIChunk } from '@posthouse/chat';
import { describe, expect, test } from 'vitest';
import { toMessage, typesOf } from '../__fixtures__/translate-events.ts';
import type { RunEnd } from '../agent-adapter.ts';
import type { FinishReason } from '../agent-news.ts';
import { finishRun, pauseRun, proceedRun } from './finish-run.ts';
import { type RunState, startRunState } from './run-state.ts';
import { RunWriter } from './run-writer.ts';

/** A run in the middle of everything. */
function busyRun(): { writer: RunWriter<RunState>; state: RunState } {
  const writer = new RunWriter(startRunState('parrot', { messageId: 'm1', generateId: () => 'id', now: () => 0 }));
  writer.describe({ agentSessionId: 's1' });
  writer.text({ id: 't', kind: 'text', delta: 'Half a ' });
  writer.input({ toolCallId: 'c1', toolName: 'bash', input: { command: 'sleep 9' } });
  writer.inputStart('c2', 'write');
  writer.agent({ toolCallId: 'c1', status: 'running' });
  writer.agentText({ toolCallId: 'c1', partId: 'p', kind: 'text', delta: 'nested' });
  writer.addUsage({ inputTokens: 3, outputTokens: 4 });
  return { writer, state: writer.done().state };
}

/** What readers are sent at the end. */
const finish = (state: RunState, end: RunEnd, reason?: FinishReason): UIChunk[] =>
  finishRun(state, end, reason).flatMap(newsToChunks);

describe('finishRun', () => {
  test('closes everything of a run that has ended, and gives the reason and its usage', () => {
    const { state } = busyRun();
    const chunks = finish(state, { outcome: 'ended' }, 'length');
    expect(typesOf(chunks)).toEqual([
      'text-end',
      'tool-output-error',
      'tool-input-available',
      'tool-output-error',
      'data-agent-part',
      'data-agent',
      'finish-step',
      'finish',
    ]);
    expect(chunks.at(-1)).toEqual({
      type: 'finish',
      finishReason: 'length',
      messageMetadata: { agent: 'parrot', agentSessionId: 's1', usage: { inputTokens: 3, outputTokens: 4 } },
    });
  });

  test('closes a stopped run with abort and finish', () => {
    const chunks = finish(busyRun().state, { outcome: 'stopped' });
    expect(typesOf(chunks).slice(-3)).toEqual(['finish-step', 'abort', 'finish']);
    const errors = chunks.flatMap((chunk) => (chunk.type === 'tool-output-error' ? [chunk.errorText] : []));
    expect(errors).toHaveLength(2);
    expect(errors.every((text) => text.startsWith('Interrupted'))).toBe(true);
  });

  test('keeps the error of a failed run in the message, reports it, and still finishes', () => {
    const { writer, state } = busyRun();
    const chunks = finish(state, { outcome: 'failed', errorText: 'The model is on fire.' });
    expect(typesOf(chunks).slice(-3)).toEqual(['message-metadata', 'error', 'finish']);
    expect(chunks.at(-2)).toEqual({ type: 'error', errorText: 'The model is on fire.' });
    expect(toMessage([...writer.news.flatMap(newsToChunks), ...chunks]).metadata).toMatchObject({
      error: 'The model is on fire.',
    });
  });

  test('ends nested agents with the run', () => {
    const status = (end: 'ended' | 'stopped'): unknown =>
      finish(busyRun().state, { outcome: end }).flatMap((chunk) => (chunk.type === 'data-agent' ? [chunk.data] : []));
    expect(status('ended')).toEqual([{ toolCallId: 'c1', status: 'completed' }]);
    expect(status('stopped')).toEqual([{ toolCallId: 'c1', status: 'stopped' }]);
  });

  test('makes a run without any event a message with a step', () => {
    const state = startRunState('parrot', { messageId: 'm1', generateId: () => 'id', now: () => 0 });
    expect(typesOf(finish(state, { outcome: 'ended' }))).toEqual(['start', 'start-step', 'finish-step', 'finish']);
    expect(typesOf(finish(state, { outcome: 'failed', errorText: 'x' }))).toEqual([
      'start',
      'start-step',
      'finish-step',
      'message-metadata',
      'error',
      'finish',
    ]);
  });

  test('finishRun does not end a run twice', () => {
    expect(finish({ ...busyRun().state, phase: 'ended' }, { outcome: 'ended' })).toEqual([]);
  });

  test('ends an unanswered approval with its call', () => {
    const writer = new RunWriter(busyRun().state);
    writer.requestApproval({ approvalId: 'a', toolCallId: 'c9', toolName: 'bash', input: {} });
    const chunks = finish(writer.done().state, { outcome: 'stopped' });
    expect(chunks).toContainEqual(expect.objectContaining({ type: 'tool-output-error', toolCallId: 'c9' }));
  });
});

describe('a pause', () => {
  test('a pause ends the stream with tool calls, and the next one continues the same message', () => {
    const writer = new RunWriter(startRunState('parrot', { messageId: 'm1', generateId: () => 'id', now: () => 0 }));
    writer.requestApproval({ approvalId: 'a', toolCallId: 'c', toolName: 'bash', input: {} });
    const { news, state } = writer.done();
    expect(state.phase).toBe('paused');
    const pause = pauseRun(state).flatMap(newsToChunks);
    expect(pause).toEqual([
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'tool-calls', messageMetadata: { agent: 'parrot' } },
    ]);
    const proceed = proceedRun(state).news.flatMap(newsToChunks);
    expect(proceed).toEqual([{ type: 'start', messageId: 'm1' }, { type: 'start-step' }]);
    expect(proceedRun(state).state).toBe(state);

    const next = new RunWriter(state);
    next.approvalAnswered('a', true);
    next.output('c', 'done');
    const rest = [...next.news.flatMap(newsToChunks), ...finish(next.done().state, { outcome: 'ended' })];
    const message = toMessage([...news.flatMap(newsToChunks), ...pause, ...proceed, ...rest]);
    expect(message.id).toBe('m1');
    expect(message.parts).toEqual([
      { type: 'step-start' },
      expect.objectContaining({ type: 'dynamic-tool', state: 'output-available', output: 'done' }),
      { type: 'step-start' },
    ]);
  });

  test('a pause between steps ends and begins none', () => {
    const state = startRunState('parrot', { messageId: 'm1', generateId: () => 'id', now: () => 0 });
    expect(typesOf(pauseRun(state).flatMap(newsToChunks))).toEqual(['finish']);
    expect(typesOf(proceedRun(state).news.flatMap(newsToChunks))).toEqual(['start']);
  });
});
