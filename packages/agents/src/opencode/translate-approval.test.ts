import { describe, expect, test } from 'vitest';
import { translateEvents, typesOf } from '../__fixtures__/translate-events.ts';
import { eventsOf } from './__fixtures__/opencode-events.ts';
import { createOpencodeAdapter } from './opencode-adapter.ts';
import type { OpencodeEvent } from './opencode-event.ts';

const opencode = createOpencodeAdapter();
const on = eventsOf();
const run = (...events: OpencodeEvent[]): ReturnType<typeof translateEvents> => translateEvents(opencode, events);
const begun = [on.user('u1'), on.assistant('m1'), on.step('s1', 'm1')];
const pending = on.tool('c1', 'm1', { status: 'pending', input: {} });
const running = on.tool('c1', 'm1', { status: 'running', input: { command: 'ls' } });
const request = { type: 'tool-approval-request', approvalId: 'per_1', toolCallId: 'c1' };

describe('a permission of OpenCode', () => {
  test('a permission that is requested before the call runs waits for the input', () => {
    expect(typesOf(run(...begun, pending, on.asked('per_1', 'c1')).chunks)).not.toContain('tool-approval-request');
    const { chunks, state } = run(...begun, pending, on.asked('per_1', 'c1'), running);
    const at = typesOf(chunks).indexOf('tool-approval-request');
    expect(chunks[at]).toEqual(request);
    expect(chunks[at - 1]).toMatchObject({ type: 'tool-input-available', input: { command: 'ls' } });
    expect(state.phase).toBe('paused');
  });

  test('a permission is requested at once while the call runs', () => {
    const { chunks, state } = run(...begun, pending, running, on.asked('per_1', 'c1'));
    expect(chunks).toContainEqual(request);
    expect(state.phase).toBe('paused');
  });

  test('a permission is requested once, however often the call is reported', () => {
    const { chunks } = run(...begun, pending, on.asked('per_1', 'c1'), running, running, running);
    expect(typesOf(chunks).filter((type) => type === 'tool-approval-request')).toHaveLength(1);
  });

  test('a given permission lets the call continue', () => {
    const { state, message } = run(
      ...begun,
      running,
      on.asked('per_1', 'c1'),
      on.replied('per_1', 'once'),
      on.tool('c1', 'm1', { status: 'completed', input: {}, output: 'x' }),
    );
    expect(state.phase).toBe('open');
    expect(message.parts.at(-1)).toMatchObject({ state: 'output-available', output: 'x' });
  });

  test('9: a refused permission ends the call with the reason', () => {
    const { message } = run(
      ...begun,
      running,
      on.asked('per_1', 'c1'),
      on.replied('per_1', 'reject'),
      on.tool('c1', 'm1', { status: 'error', input: {}, error: 'The user rejected permission: use another way' }),
    );
    expect(message.parts.at(-1)).toMatchObject({
      state: 'output-error',
      errorText: 'The user rejected permission: use another way',
    });
  });

  test('9: a permission that is refused without a word ends the run without a failure', () => {
    const { chunks } = run(
      ...begun,
      running,
      on.asked('per_1', 'c1'),
      on.replied('per_1', 'reject'),
      on.tool('c1', 'm1', { status: 'error', input: {}, error: 'rejected' }),
      on.stepEnd('e1', 'm1', { reason: 'tool-calls' }),
      on.idle,
    );
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', finishReason: 'other' });
    expect(typesOf(chunks)).not.toContain('error');
  });

  test('a permission that was answered before its call came is not requested', () => {
    const { chunks } = run(...begun, pending, on.asked('per_1', 'c1'), on.replied('per_1', 'always'), running);
    expect(typesOf(chunks)).not.toContain('tool-approval-request');
  });

  test('a permission without a call is shown as a call of its own', () => {
    const asked = on.asked('per_2', undefined, { permission: 'doom_loop' });
    const { message, state } = run(...begun, asked);
    expect(state.phase).toBe('paused');
    expect(message.parts).toContainEqual(expect.objectContaining({ toolCallId: 'per_2', toolName: 'doom_loop' }));
    const yes = run(...begun, asked, on.replied('per_2', 'once')).message;
    expect(yes.parts.at(-1)).toMatchObject({ state: 'output-available', output: { approved: true } });
    const no = run(...begun, asked, on.replied('per_2', 'reject')).message;
    expect(no.parts.at(-1)).toMatchObject({ state: 'output-error' });
  });
});

describe('a question of OpenCode', () => {
  const questions = [{ question: 'Which?', header: 'Pick', options: [{ label: 'A' }, { label: 'B' }] }];
  const call = on.tool('c1', 'm1', { status: 'running', input: { questions } }, 'question');
  const asked = on.event('question.asked', { id: 'que_1', questions, tool: { messageID: 'm1', callID: 'c1' } });

  test('a question is shown with its choices, and its call waits', () => {
    const { message, state, chunks } = run(...begun, asked, call);
    expect(message.parts).toContainEqual({ type: 'data-question', id: 'que_1', data: { id: 'que_1', questions } });
    expect(chunks).toContainEqual({ type: 'tool-approval-request', approvalId: 'que_1', toolCallId: 'c1' });
    expect(state.phase).toBe('paused');
  });

  test.each(['question.replied', 'question.rejected'])('a question continues after %s', (type) => {
    const { state } = run(...begun, asked, call, on.event(type, { requestID: 'que_1' }));
    expect(state.phase).toBe('open');
  });
});
