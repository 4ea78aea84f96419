import type { LogEntry, MAILMessage, NewEntry } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { agentAddress, composeBroadcast } from '../messages/compose-messages.ts';
import { stepEndText, withRouting } from '../task/carry-step.ts';
import { followStep, type StepProgress, toPausedResult } from './step-result.ts';

const step = { taskId: 't', stepId: 'one', target: 'ann', run: 1, after: 0 };

function follow(...entries: NewEntry[]): StepProgress {
  const log = entries.map((entry, index): LogEntry => ({ ...entry, seq: index + 1, at: '2026-01-01T00:00:00.000Z' }));
  return log.reduce((progress, entry) => followStep(progress, entry, step), {} as StepProgress);
}

function speech(body: string, stepId: string, agent = 'ann'): MAILMessage {
  const draft = { sender: agentAddress(agent), recipients: ['all'], subject: '', body };
  return withRouting(composeBroadcast({ taskId: 't', swarm: 's' }, draft), { manual_step: stepId });
}

const says = (message: MAILMessage, agent = 'ann'): NewEntry => ({
  run: 1,
  agent,
  turn: 1,
  type: 'message',
  to: 'ben',
  message,
});
const notice = (code: string, text: string, agent = 'ann'): NewEntry => ({
  run: 1,
  agent,
  turn: 1,
  type: 'notice',
  code,
  text,
});
const ends = (stepId: string, agent = 'ann') => notice('manual_step_ended', stepEndText(stepId), agent);
const paused: NewEntry = {
  run: 1,
  agent: 'ann',
  turn: 1,
  type: 'paused',
  calls: [{ callId: 'c', tool: 't', input: {} }],
};

describe('the result of a step', () => {
  test('a step has no result until its end is logged', () => {
    expect(follow(says(speech('Hi.', 'one'))).outcome).toBeUndefined();
    expect(follow(says(speech('Hi.', 'one')), ends('one')).outcome).toMatchObject({ status: 'done', text: 'Hi.' });
  });

  test('ignores the steps around it', () => {
    const progress = follow(
      says(speech('Hi.', 'zero')),
      ends('zero'),
      says(speech('Ho.', 'two', 'ben'), 'ben'),
      ends('two', 'ben'),
    );
    expect(progress.outcome).toBeUndefined();
    expect(progress.message).toBeUndefined();
  });

  test('only a failure of its own agent within the step fails it', () => {
    const failure = notice('model_failed', 'no voice');
    expect(follow(failure, ends('one')).outcome).toMatchObject({ code: 'model_failed', message: 'no voice' });
    expect(follow(failure, ends('zero'), ends('one')).outcome).toMatchObject({ status: 'done' });
    expect(follow(notice('model_failed', 'no voice', 'ben'), ends('one')).outcome).toMatchObject({ status: 'done' });
    expect(follow(notice('action_log', 'hm'), ends('one')).outcome).toMatchObject({ status: 'done' });
  });

  test('a step is paused as long as the task is', () => {
    expect(toPausedResult(follow(paused), step)).toMatchObject({ status: 'paused', calls: [{ callId: 'c' }] });
    const resumed: NewEntry = { run: 1, type: 'resumed', callIds: ['c'] };
    expect(follow(paused, resumed)).toEqual({});
  });

  test('a run that ends gives its steps its outcome', () => {
    const end = (outcome: 'complete' | 'cancelled' | 'error', code?: string, run = 1): NewEntry => ({
      run,
      type: 'run-ended',
      outcome,
      text: 'over',
      ...(code === undefined ? {} : { code }),
    });
    expect(follow(end('complete')).outcome).toMatchObject({ status: 'complete', text: 'over' });
    expect(follow(end('cancelled', 'cancelled')).outcome).toMatchObject({ code: 'cancelled', message: 'over' });
    expect(follow(end('error', 'limit_reached')).outcome).toMatchObject({ code: 'limit_reached' });
    expect(follow(end('error', 'model_failed')).outcome).toMatchObject({ code: 'model_failed' });
    expect(follow(end('complete', undefined, 2)).outcome).toBeUndefined();
  });

  test('ignores other entries', () => {
    const usage: NewEntry = {
      run: 1,
      agent: 'ann',
      turn: 1,
      type: 'usage',
      model: 'm',
      usage: { inputTokens: 1, outputTokens: 1 },
    };
    expect(follow(usage)).toEqual({});
  });
});
