import { newsToChunks, type UIChunk } from '@posthouse/chat';
import { describe, expect, test } from 'vitest';
import type { Translation } from '../agent-adapter.ts';
import { closeNested, writeAgent, writeNestedCall, writeNestedText } from './nested-agents.ts';
import { type RunState, startRunState } from './run-state.ts';

const start = (): RunState => startRunState('parrot', { messageId: 'm1', generateId: () => 'id', now: () => 0 });
type Act = (state: RunState) => Translation<RunState>;

function run(...acts: Act[]): { chunks: UIChunk[]; state: RunState } {
  let state = start();
  const chunks: UIChunk[] = [];
  for (const act of acts) {
    const step = act(state);
    chunks.push(...step.news.flatMap(newsToChunks));
    state = step.state;
  }
  return { chunks, state };
}

const text = (delta: string, more: object = {}): Act => {
  return (state) => writeNestedText(state, { toolCallId: 'c1', partId: 'p1', kind: 'text', delta, ...more });
};

describe('a nested agent', () => {
  test('a nested agent is one part, which is replaced as it changes, and keeps what was known', () => {
    const { chunks } = run(
      (state) => writeAgent(state, { toolCallId: 'c1', name: 'general', description: 'a job', status: 'running' }),
      (state) => writeAgent(state, { toolCallId: 'c1', status: 'completed', summary: undefined }),
    );
    expect(chunks).toEqual([
      {
        type: 'data-agent',
        id: 'c1',
        data: { toolCallId: 'c1', name: 'general', description: 'a job', status: 'running' },
      },
      {
        type: 'data-agent',
        id: 'c1',
        data: { toolCallId: 'c1', name: 'general', description: 'a job', status: 'completed' },
      },
    ]);
  });
});

describe('texts of a nested agent', () => {
  test('texts of a nested agent are sent whole, when they have grown by an eighth and at their end', () => {
    const { chunks } = run(text('x'.repeat(16)), text('x'), text('x'), text('x'), text('', { isDone: true }));
    const sent = chunks.map((chunk) => (chunk as { data: { part: { text: string; state: string } } }).data.part);
    expect(sent.map(({ text: each, state }) => [each.length, state])).toEqual([
      [16, 'streaming'],
      [18, 'streaming'],
      [19, 'done'],
    ]);
  });

  test('texts name the call that started the agent and have their own id', () => {
    const { chunks } = run(text('Hello'));
    expect(chunks).toEqual([
      {
        type: 'data-agent-part',
        id: 'c1/p1',
        data: { toolCallId: 'c1', part: { type: 'text', text: 'Hello', state: 'streaming' } },
      },
    ]);
  });

  test('a text can be given as a whole', () => {
    const { chunks } = run(text('', { text: 'All of it', isDone: true }));
    expect(chunks).toMatchObject([{ data: { part: { text: 'All of it', state: 'done' } } }]);
  });

  test('texts do not change after their end, except to be retracted', () => {
    const { chunks } = run(
      text('Hello', { isDone: true }),
      text('more'),
      text('', { retracted: true }),
      text('', { retracted: true }),
    );
    expect(chunks).toHaveLength(2);
    expect(chunks[1]).toMatchObject({ data: { part: { text: 'Hello', state: 'done', retracted: true } } });
  });

  test('texts belong to their call even when its id has a slash', () => {
    const { chunks } = run((state) =>
      writeNestedText(state, { toolCallId: 'c1', partId: 'm/1:0', kind: 'text', delta: 'x' }),
    );
    expect(chunks).toMatchObject([{ id: 'c1/m/1:0', data: { toolCallId: 'c1' } }]);
  });

  test('texts of a nested agent are bounded', () => {
    const { chunks } = run(text('x'.repeat(3_000_000), { isDone: true }));
    expect(JSON.stringify(chunks).length).toBeLessThan(1_100_000);
  });
});

describe('calls of a nested agent', () => {
  const call = { toolCallId: 'n1', toolName: 'bash', input: { command: 'ls' } };

  test('calls of a nested agent keep their first name and their result', () => {
    const { chunks } = run(
      (state) => writeNestedCall(state, 'c1', { ...call, state: 'input-streaming' }),
      (state) => writeNestedCall(state, 'c1', { ...call, toolName: 'invalid', state: 'output-available', output: 'x' }),
      (state) => writeNestedCall(state, 'c1', { ...call, state: 'input-available' }),
    );
    expect(chunks.map((chunk) => (chunk as { data: { part: object } }).data.part)).toMatchObject([
      { state: 'input-streaming', toolName: 'bash' },
      { state: 'output-available', toolName: 'bash', output: 'x' },
    ]);
  });

  test('a call without a result has null', () => {
    const { chunks } = run((state) =>
      writeNestedCall(state, 'c1', { ...call, state: 'output-available', output: undefined }),
    );
    expect(chunks).toMatchObject([{ data: { part: { output: null } } }]);
  });
});

describe("results of a nested agent's calls", () => {
  test("results of a nested agent's calls are not kept, because nothing of them is sent again", () => {
    const done = { toolCallId: 'n1', toolName: 'bash', input: { file: 'y'.repeat(1_000) } };
    const { state } = run((before) =>
      writeNestedCall(before, 'c1', { ...done, state: 'output-available', output: 'x'.repeat(1_000) }),
    );
    expect(JSON.stringify([...state.nestedParts]).length).toBeLessThan(200);
  });

  test("results of a nested agent's calls count among those of the message", () => {
    const { state } = run((before) =>
      writeNestedCall(before, 'c1', {
        toolCallId: 'n1',
        toolName: 'bash',
        input: {},
        state: 'output-available',
        output: 'x'.repeat(1_000),
      }),
    );
    expect(state.outputLength).toBe(1_000);
  });
});

describe('nested agents at the end of the run', () => {
  test('nested agents are closed at the end when open, and unchanged otherwise', () => {
    const { state } = run(
      (each) => writeAgent(each, { toolCallId: 'c1', status: 'running' }),
      (each) => writeAgent(each, { toolCallId: 'c2', status: 'failed' }),
      text('open'),
      (each) => writeNestedText(each, { toolCallId: 'c1', partId: 'p2', kind: 'text', text: 'done', isDone: true }),
      (each) =>
        writeNestedCall(each, 'c1', { toolCallId: 'n1', toolName: 'bash', state: 'input-available', input: {} }),
      (each) =>
        writeNestedCall(each, 'c1', {
          toolCallId: 'n2',
          toolName: 'bash',
          state: 'output-available',
          input: {},
          output: 1,
        }),
    );
    const chunks = closeNested(state, 'stopped').flatMap(newsToChunks);
    expect(chunks).toMatchObject([
      { id: 'c1/p1', data: { part: { text: 'open', state: 'done' } } },
      { id: 'c1/n1', data: { part: { state: 'output-error' } } },
      { id: 'c1', data: { status: 'stopped' } },
    ]);
    expect(chunks).toHaveLength(3);
  });
});
