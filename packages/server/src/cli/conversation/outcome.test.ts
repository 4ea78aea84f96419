import type { MAILFrame } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { endFrame, frame } from '../__fixtures__/frames.ts';
import { OutcomeReader } from './outcome.ts';

const calls = '[{"call_id":"c1","name":"ask_human","arguments":"{}"}]';
const waiting = [{ callId: 'c1', tool: 'ask_human', input: '{}' }];

function outcomeOf(...frames: MAILFrame[]) {
  const reader = new OutcomeReader();
  for (const each of frames) reader.read(each);
  return reader.outcome;
}

test.each(['complete', 'error', 'cancelled'] as const)('a run that is %s', (status) => {
  expect(outcomeOf(endFrame(status, 'text'))).toEqual({ status, response: 'text' });
});

test('a pause tells which calls wait', () => {
  expect(outcomeOf(frame('breakpoint_tool_call'), endFrame('paused', calls))).toEqual({
    status: 'paused',
    response: calls,
    calls: waiting,
  });
});

test('a server that knows only MAIL pauses like it completes', () => {
  expect(outcomeOf(frame('breakpoint_tool_call'), endFrame(undefined, calls))).toMatchObject({
    status: 'paused',
    calls: waiting,
  });
  expect(outcomeOf(endFrame(undefined, calls))).toEqual({ status: 'complete', response: calls });
  expect(outcomeOf(endFrame(undefined, 'timeout', 'task_error'))).toEqual({ status: 'error', response: 'timeout' });
});

test('a pause that is over counts no more', () => {
  expect(outcomeOf(frame('breakpoint_tool_call'), endFrame('paused', calls), frame('task_resumed'))).toBeUndefined();
  expect(outcomeOf(endFrame('complete', 'one'), frame('run_started', { run: 2 }))).toBeUndefined();
  expect(
    outcomeOf(
      frame('breakpoint_tool_call'),
      endFrame('paused', calls),
      frame('task_resumed'),
      endFrame(undefined, '[]'),
    ),
  ).toEqual({ status: 'complete', response: '[]' });
});

test('the memory of an end is none', () => {
  expect(outcomeOf(frame('task_complete', {}, "response: 'x'"))).toBeUndefined();
});

test('a code is kept', () => {
  const end = endFrame('error', 'x') as MAILFrame & { data: object };
  expect(outcomeOf({ ...end, data: { ...end.data, code: 'model_failed' } } as MAILFrame)).toMatchObject({
    code: 'model_failed',
  });
});
