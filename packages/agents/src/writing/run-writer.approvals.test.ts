import { newsToChunks, type UIChunk } from '@posthouse/chat';
import { describe, expect, test } from 'vitest';
import { typesOf } from '../__fixtures__/translate-events.ts';
import { type RunState, startRunState } from './run-state.ts';
import { RunWriter } from './run-writer.ts';

/** Writes on a new run and gives the chunks. */
function write(...acts: ((writer: RunWriter<RunState>) => void)[]): { chunks: UIChunk[]; state: RunState } {
  const options = { messageId: 'm1', generateId: () => 'id', now: () => 0 };
  const writer = new RunWriter(startRunState('parrot', options));
  for (const act of acts) act(writer);
  const { news, state } = writer.done();
  return { chunks: news.flatMap(newsToChunks), state };
}

describe('approvals of nested agents', () => {
  const question = (id: string) => ({ approvalId: id, toolCallId: id, toolName: 'bash', input: {}, parent: 'task' });
  const delegate = (writer: RunWriter<RunState>): void => {
    writer.beginStep();
    writer.input({ toolCallId: 'task', toolName: 'delegate', input: {} });
  };

  test("approvals of nested agents have a step of their own, so that clients can answer while the agent's call waits", () => {
    const { chunks } = write(
      delegate,
      (writer) => writer.requestApproval(question('a1')),
      (writer) => writer.requestApproval(question('a2')),
    );
    expect(typesOf(chunks).slice(2)).toEqual([
      'tool-input-available',
      'finish-step',
      'start-step',
      'tool-input-available',
      'tool-approval-request',
      'tool-input-available',
      'tool-approval-request',
    ]);
  });

  test('approvals of nested agents get another step after the next step of the main agent', () => {
    const { chunks } = write(
      delegate,
      (writer) => writer.requestApproval(question('a1')),
      (writer) => writer.output('a1', 'done'),
      (writer) => writer.output('task', 'done'),
      delegate,
      (writer) => writer.requestApproval(question('a2')),
    );
    expect(typesOf(chunks).filter((type) => type === 'start-step')).toHaveLength(4);
  });

  test.each<[string, (writer: RunWriter<RunState>) => void]>([
    ['a text', (writer) => writer.text({ id: 't', kind: 'text', delta: 'Mean' })],
    ['a call', (writer) => writer.inputStart('other', 'bash')],
    ['a message', (writer) => writer.busy(true)],
  ])('approvals of nested agents do not cut off %s that is being written', (_, begin) => {
    const { chunks } = write(delegate, begin, (writer) => writer.requestApproval(question('a1')));
    expect(typesOf(chunks)).not.toContain('finish-step');
    expect(typesOf(chunks).at(-1)).toBe('tool-approval-request');
  });
});

describe('approvals', () => {
  const asked = { approvalId: 'a1', toolCallId: 'c1', toolName: 'bash', input: { command: 'ls' } };

  test('approvals are requested after the input of their call', () => {
    const { chunks, state } = write((writer) => writer.requestApproval(asked));
    expect(typesOf(chunks).slice(-2)).toEqual(['tool-input-available', 'tool-approval-request']);
    expect(chunks.at(-1)).toEqual({ type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' });
    expect(state.phase).toBe('paused');
  });

  test('approvals let the run continue when they are answered', () => {
    const { state } = write(
      (writer) => writer.requestApproval(asked),
      (writer) => writer.approvalAnswered('a1', true),
    );
    expect(state.phase).toBe('open');
    expect(state.calls.get('c1')?.phase).toBe('running');
  });

  test('approvals do not pause the run while something else moves', () => {
    const waiting = (act: (writer: RunWriter<RunState>) => void): string =>
      write((writer) => writer.requestApproval(asked), act).state.phase;
    expect(waiting(() => undefined)).toBe('paused');
    expect(waiting((writer) => writer.text({ id: 't', kind: 'text', delta: 'And' }))).toBe('open');
    expect(waiting((writer) => writer.input({ toolCallId: 'c2', toolName: 'bash', input: {} }))).toBe('open');
    expect(waiting((writer) => writer.inputStart('c2', 'bash'))).toBe('open');
    expect(waiting((writer) => writer.busy(true))).toBe('open');
    expect(waiting((writer) => writer.input({ toolCallId: 'c2', toolName: 'bash', input: {}, isRunning: false }))).toBe(
      'paused',
    );
  });

  test('approvals pause the run although the call of their own agent is open', () => {
    const { state, chunks } = write(
      (writer) => writer.input({ toolCallId: 'task', toolName: 'task', input: {} }),
      (writer) =>
        writer.agentCall('task', { toolCallId: 'deep', toolName: 'task', state: 'input-available', input: {} }),
      (writer) => writer.requestApproval({ ...asked, parent: 'deep' }),
    );
    expect(state.phase).toBe('paused');
    expect(chunks.at(-2)).toMatchObject({
      type: 'tool-input-available',
      providerMetadata: { posthouse: { parent: 'deep' } },
    });
  });

  test('approvals are requested once, not for finished calls, and forgotten with their call', () => {
    const { chunks, state } = write(
      (writer) => writer.requestApproval(asked),
      (writer) => writer.requestApproval(asked),
      (writer) => writer.output('c1', 'done'),
      (writer) => writer.requestApproval({ ...asked, approvalId: 'a2' }),
      (writer) => writer.approvalAnswered('a1', true),
    );
    expect(typesOf(chunks).filter((type) => type === 'tool-approval-request')).toHaveLength(1);
    expect(state.approvals.size).toBe(0);
    expect(state.phase).toBe('open');
  });
});
