import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../host-event.ts';
import {
  assistant,
  called,
  claude,
  init,
  messageStart,
  messageStop,
  raw,
  result,
  said,
  system,
  text,
  thinking,
  toolFailure,
  toolResult,
  toolUse,
  translate,
  user,
} from './__fixtures__/claude-events.ts';
import type { ClaudeEvent } from './claude-event.ts';

const inside = (parent: string) => ({ parent_tool_use_id: parent });
const dataOf = (message: { parts: readonly { type: string }[] }, type: string): unknown[] =>
  message.parts.flatMap((part) => (part.type === type && 'data' in part ? [part.data] : []));

const delegate = (id: string): ClaudeEvent[] => [
  messageStart('m1'),
  ...said('m1', 0, 'I delegate.'),
  ...called('m1', 1, id, 'Agent', { prompt: 'Look.' }),
  messageStop(),
];

describe("Claude's nested agents", () => {
  it('8: nested agents are shown under their call, and never in the main text', () => {
    const {
      text: shown,
      message,
      calls,
    } = translate([
      init,
      ...delegate('a1'),
      system('task_started', { task_id: 't1', tool_use_id: 'a1', description: 'a job', subagent_type: 'general' }),
      user([text('Look.')], inside('a1')),
      assistant('n1', thinking('Nested thought.'), inside('a1')),
      assistant('n1', text('Nested text.'), inside('a1')),
      assistant('n1', toolUse('c9', 'Bash'), inside('a1')),
      system('task_progress', { task_id: 't1', tool_use_id: 'a1', description: 'Running a command' }),
      toolResult('c9', 'nested output', inside('a1')),
      system('task_updated', { task_id: 't1', patch: { status: 'completed' } }),
      system('task_notification', { task_id: 't1', tool_use_id: 'a1', status: 'completed', summary: 'All good.' }),
      toolResult('a1', 'report', { tool_use_result: { status: 'completed', content: [text('report')] } }),
      messageStart('m2'),
      ...said('m2', 0, 'I have the report.'),
      messageStop(),
      result(),
    ]);
    expect(shown).toBe('I delegate.|I have the report.');
    expect(calls).toEqual([
      expect.objectContaining({ toolCallId: 'a1', toolName: 'Agent', state: 'output-available' }),
    ]);
    expect(dataOf(message, 'data-agent')).toEqual([
      { toolCallId: 'a1', name: 'general', description: 'a job', status: 'completed', summary: 'All good.' },
    ]);
    expect(dataOf(message, 'data-agent-part')).toEqual([
      { toolCallId: 'a1', part: { type: 'reasoning', text: 'Nested thought.', state: 'done' } },
      { toolCallId: 'a1', part: { type: 'text', text: 'Nested text.', state: 'done' } },
      {
        toolCallId: 'a1',
        part: {
          type: 'dynamic-tool',
          toolCallId: 'c9',
          toolName: 'Bash',
          input: { command: 'ls' },
          state: 'output-available',
          output: 'nested output',
        },
      },
    ]);
  });

  it('8: nested agents are told apart by their calls when two run at once', () => {
    const { message } = translate([
      init,
      assistant('m1', toolUse('a1', 'Agent')),
      assistant('m1', toolUse('a2', 'Agent')),
      assistant('n1', text('from one'), inside('a1')),
      assistant('n2', text('from two'), inside('a2')),
      assistant('n1', text('one again'), inside('a1')),
      toolResult('a2'),
      toolResult('a1'),
      result(),
    ]);
    expect(
      dataOf(message, 'data-agent-part')
        .map((data) => data as { toolCallId: string; part: { text: string } })
        .map(({ toolCallId, part }) => [toolCallId, part.text]),
    ).toEqual([
      ['a1', 'from one'],
      ['a2', 'from two'],
      ['a1', 'one again'],
    ]);
  });

  it('8: nested agents have their failed calls shown as failed, and results of unknown calls dropped', () => {
    const { message, state } = translate([
      init,
      assistant('m1', toolUse('a1', 'Agent')),
      assistant('n1', toolUse('c9'), inside('a1')),
      toolFailure('c9', 'No.', inside('a1')),
      toolResult('nobody', 'x', inside('a1')),
      toolResult('a1'),
      result(),
    ]);
    expect(dataOf(message, 'data-agent-part')).toMatchObject([{ part: { state: 'output-error', errorText: 'No.' } }]);
    expect(state.ignored).toEqual({ 'unknown-call': 1 });
  });

  it('8: nested agents are read from whole messages, because their pieces come again as a whole', () => {
    const piece = raw(
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } },
      inside('a1'),
    );
    expect(translate([init, assistant('m1', toolUse('a1', 'Agent')), piece, result()]).text).toBe('');
  });

  it('8: nested agents are closed with the run when it is stopped', () => {
    const { message } = translate(
      [
        init,
        ...delegate('a1'),
        system('task_started', { task_id: 't1', tool_use_id: 'a1', subagent_type: 'general' }),
        assistant('n1', toolUse('c9'), inside('a1')),
      ],
      { end: { outcome: 'stopped' } },
    );
    expect(dataOf(message, 'data-agent')).toMatchObject([{ status: 'stopped' }]);
    expect(dataOf(message, 'data-agent-part')).toMatchObject([{ part: { state: 'output-error' } }]);
  });

  it('9: nested agents continue in the background after their call and after the first result', () => {
    const {
      text: shown,
      message,
      chunks,
    } = translate([
      init,
      ...delegate('a1'),
      system('background_tasks_changed', { tasks: [{ task_id: 't1', task_type: 'local_agent' }] }),
      system('task_started', {
        task_id: 't1',
        tool_use_id: 'a1',
        task_type: 'local_agent',
        is_backgrounded: true,
        description: 'a job',
      }),
      toolResult('a1', 'Async agent launched'),
      messageStart('m2'),
      ...said('m2', 0, 'Meanwhile.'),
      messageStop(),
      result({ total_cost_usd: 0.01 }),
      assistant('n1', text('Nested report.'), inside('a1')),
      system('task_notification', { task_id: 't1', status: 'failed', summary: 'Oh.' }),
      init,
      messageStart('m3'),
      ...said('m3', 0, 'It is done.'),
      messageStop(),
      result({ total_cost_usd: 0.02 }),
    ]);
    expect(shown).toBe('I delegate.|Meanwhile.|It is done.');
    expect(chunks.filter(({ type }) => type === 'finish')).toHaveLength(1);
    expect(dataOf(message, 'data-agent')).toEqual([
      { toolCallId: 'a1', description: 'a job', background: true, status: 'failed', summary: 'Oh.' },
    ]);
    expect(message.metadata).toMatchObject({ cost: 0.02, totals: { cost: 0.02 } });
  });

  it('9: background commands are shown as tasks', () => {
    const { message } = translate([
      init,
      assistant('m1', toolUse('c1')),
      system('task_started', { task_id: 't1', tool_use_id: 'c1', task_type: 'local_bash', description: 'npm start' }),
      toolResult('c1', 'Command running in background'),
      system('task_updated', { task_id: 't1', patch: { status: 'killed' } }),
      result(),
    ]);
    expect(dataOf(message, 'data-task')).toEqual([{ taskId: 't1', status: 'stopped', toolCallId: 'c1' }]);
  });
});

describe("Claude's approvals", () => {
  const asked: HostEvent = {
    type: 'posthouse.approval-requested',
    approvalId: 'c1',
    toolCallId: 'c1',
    toolName: 'Bash',
    input: { command: 'ls' },
  };
  const answered: HostEvent = {
    type: 'posthouse.approval-answered',
    approvalId: 'c1',
    toolCallId: 'c1',
    approved: true,
  };
  const stateAfter = (events: (ClaudeEvent | HostEvent)[]) => translate(events).state;

  it('11: approvals wait at their call, and pause the run once the message is complete', () => {
    const upTo = [init, messageStart('m1'), ...called('m1', 0, 'c1'), asked];
    expect(stateAfter(upTo).phase).toBe('open');
    expect(stateAfter([...upTo, messageStop()]).phase).toBe('paused');
    expect(stateAfter([...upTo, messageStop(), answered]).phase).toBe('open');
  });

  it('11: approvals end the stream at the pause, and the next one continues the same message', () => {
    const state = stateAfter([init, messageStart('m1'), ...called('m1', 0, 'c1'), messageStop(), asked]);
    expect(claude.pause(state)).toMatchObject([{ type: 'step-end' }, { type: 'pause', facts: { agent: 'claude' } }]);
    expect(claude.proceed(state).news).toEqual([{ type: 'start', messageId: 'message-1' }, { type: 'step-start' }]);
  });

  it('11: approvals end an allowed call with its result, and a refused one with the reason', () => {
    const begin = [init, messageStart('m1'), ...called('m1', 0, 'c1'), messageStop(), asked];
    expect(translate([...begin, answered, toolResult('c1', 'ok'), result()]).calls).toMatchObject([
      { state: 'output-available' },
    ]);
    expect(
      translate([...begin, { ...answered, approved: false }, toolFailure('c1', 'Not today.'), result()]).calls,
    ).toMatchObject([{ state: 'output-error', errorText: 'Not today.' }]);
  });

  it('11: approvals are refused in the result of a call that nobody was asked about', () => {
    const { calls } = translate([
      init,
      assistant('m1', toolUse('c1', 'Write')),
      system('permission_denied', { tool_use_id: 'c1', message: 'not granted' }),
      toolFailure('c1', 'not granted'),
      result(),
    ]);
    expect(calls).toMatchObject([{ state: 'output-error', errorText: 'not granted' }]);
  });

  it('11: the approvals of a nested agent are also shown in the main message, which does not keep the run from pausing', () => {
    const upTo = [init, ...delegate('a1'), assistant('n1', toolUse('c1'), inside('a1')), asked];
    const { state, calls } = translate([...upTo]);
    expect(state.phase).toBe('paused');
    expect(calls.map(({ toolCallId }) => toolCallId)).toEqual(['a1', 'c1']);
    const done = translate([...upTo, answered, toolResult('c1', 'ok', inside('a1')), toolResult('a1'), result()]);
    expect(done.calls.map(({ state: each }) => each)).toEqual(['output-available', 'output-available']);
    expect(JSON.stringify(done.chunks)).toContain('"providerMetadata":{"posthouse":{"parent":"a1"}}');
  });
});
