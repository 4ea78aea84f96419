import { describe, expect, expectTypeOf, test } from 'vitest';
import { problemsOf } from '../__fixtures__/attempt.ts';
import { bodySamples } from '../__fixtures__/http-samples.ts';
import { changed, envelope, request } from '../__fixtures__/samples.ts';
import type { MAILMessage } from '../messages/mail-message.ts';
import { MAIL_FRAME_NAMES, type MAILFrame, mailFrameSchema, mailFrameWire } from './mail-frame.ts';

const about = { timestamp: '2026-03-01T08:30:00.000000+00:00', description: 'd', task_id: 'task-1' };
const allNames = mailFrameSchema.options.map((option) => option.shape.event.value);

describe('the names of frames', () => {
  test('include all that MAIL has, in its spelling', () => {
    expect([...MAIL_FRAME_NAMES].toSorted()).toEqual(
      [
        'action_call',
        'action_complete',
        'action_error',
        'agent_error',
        'await_message',
        'breakpoint_action_complete',
        'breakpoint_tool_call',
        'broadcast_ignored',
        'builtin_tool_call',
        'help_called',
        'interswarm_message_error',
        'interswarm_message_received',
        'interswarm_message_sent',
        'new_message',
        'ping',
        'run_loop_cancelled',
        'run_loop_error',
        'shutdown_requested',
        'task_complete',
        'task_complete_call',
        'task_complete_call_duplicate',
        'task_error',
        'tool_call',
      ].toSorted(),
    );
  });

  test("include some of ours, none of which is one of MAIL's", () => {
    const ours = allNames.filter((name) => !MAIL_FRAME_NAMES.includes(name));
    expect(ours).toEqual([
      'token',
      'queued',
      'run_started',
      'usage',
      'notice',
      'text_abandoned',
      'history_compacted',
      'task_resumed',
    ]);
    expect(new Set(allNames).size).toBe(allNames.length);
  });
});

describe('a frame of MAIL', () => {
  const stored = MAIL_FRAME_NAMES.filter((name) => !['ping', 'task_complete', 'task_error'].includes(name));

  test.each(stored)('%s is read with empty extra data, as the reference sends it', (event) => {
    const { value } = mailFrameWire.parse({ event, data: { ...about, extra_data: {} } });
    expect(value).toEqual({
      event,
      data: { timestamp: about.timestamp, description: 'd', taskId: 'task-1', extraData: {} },
    });
  });

  test.each(stored)('%s may say in which other swarm it happened', (event) => {
    const wire = { event, data: { ...about, extra_data: { remote_swarm: 'annex' } } };
    expect(mailFrameWire.emit(mailFrameWire.parse(wire).value)).toEqual(wire);
  });

  test.each(['task_complete', 'task_error'])(
    '%s is read as the end of a stream and as an event of a task record',
    (event) => {
      const { timestamp, task_id } = about;
      const end = { event, data: { timestamp, task_id, response: 'done' } };
      const memory = { event, data: { ...about, extra_data: {} } };
      expect(mailFrameWire.emit(mailFrameWire.parse(end).value)).toEqual(end);
      expect(mailFrameWire.emit(mailFrameWire.parse(memory).value)).toEqual(memory);
    },
  );

  test('keeps tool arguments and results unchanged', () => {
    const tool_args = { target_agent: 'x', nested_list: [{ snake_case: null }] };
    const { value } = mailFrameWire.parse({ event: 'tool_call', data: { ...about, extra_data: { tool_args } } });
    expect(value.event === 'tool_call' && value.data.extraData.toolArgs).toEqual(tool_args);
    const result = { event: 'action_complete', data: { ...about, extra_data: { result: ['a_b', { c_d: 1 }] } } };
    expect(mailFrameWire.emit(mailFrameWire.parse(result).value)).toEqual(result);
  });

  test('reads a message inside as tolerantly as a message alone', () => {
    const full_message = envelope('request', changed(request, { sender_swarm: null, colour: 'red' }));
    const { value, dropped } = mailFrameWire.parse({
      event: 'new_message',
      data: { ...about, extra_data: { full_message } },
    });
    expect(dropped).toEqual(['data.extra_data.full_message.message.colour']);
    expect(value.event === 'new_message' && value.data.extraData.fullMessage?.message).not.toHaveProperty(
      'senderSwarm',
    );
  });

  test.each([
    ['an unknown event', { event: 'explosion', data: {} }, 'event'],
    ['no event', { data: {} }, 'event'],
    ['data that is text', { event: 'ping', data: '{}' }, 'data'],
    ['an id that is a number', { event: 'ping', id: 7, data: { timestamp: 't', task_id: 'x' } }, 'id'],
    ['no task', { event: 'agent_error', data: changed(about, { task_id: undefined, extra_data: {} }) }, 'data.task_id'],
    ['no extra data', { event: 'agent_error', data: about }, 'data.extra_data'],
    [
      'a broken message',
      { event: 'new_message', data: { ...about, extra_data: { full_message: envelope('interrupt', request) } } },
      'data.extra_data.full_message.message.interrupt_id',
    ],
  ])('refuses a frame with %s', (_, wire, path) => {
    expect(problemsOf(() => mailFrameWire.parse(wire)).map((problem) => problem.path)).toContain(path);
  });
});

describe('the types of frames', () => {
  test('the name of an event gives the type of its data', () => {
    const frame: MAILFrame = mailFrameWire.parse(bodySamples.mailFrameWire![0]).value;
    if (frame.event !== 'new_message') throw new Error('the first sample is a message');
    expectTypeOf(frame.data.extraData.fullMessage).toEqualTypeOf<MAILMessage | undefined>();
    expectTypeOf<Extract<MAILFrame, { event: 'token' }>['data']['offset']>().toEqualTypeOf<number>();
    expect(frame.data.taskId).toBe('task-1');
  });
});
