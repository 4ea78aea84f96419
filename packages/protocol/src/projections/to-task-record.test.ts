import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entriesArbitrary, plausibleLogArbitrary } from '../__fixtures__/log-arbitraries.ts';
import { writeLog } from '../__fixtures__/log-writer.ts';
import { messageArbitrary } from '../__fixtures__/message-arbitraries.ts';
import { mailFrameWire } from '../frames/mail-frame.ts';
import { taskRecordWire } from '../http/task-bodies.ts';
import type { Fact, LogEntry } from '../log/log-entry.ts';
import { mailMessageWire } from '../messages/mail-message.ts';
import { priorityTier } from '../messages/priority-tier.ts';
import { type TaskFacts, toTaskRecord } from './to-task-record.ts';

const task: TaskFacts = {
  taskId: 'task-1',
  owner: { role: 'user', id: 'ada', swarm: 'swarm-alpha' },
  startedAt: '2026-03-01T08:30:00.000Z',
};

describe('a task record', () => {
  test('the record of any beginning of any log is valid on the wire', () => {
    fc.assert(
      fc.property(fc.oneof(plausibleLogArbitrary, entriesArbitrary), fc.nat(), (entries, place) => {
        const beginning = entries.slice(0, place % (entries.length + 1));
        const wire = taskRecordWire.emit(toTaskRecord(task, beginning));
        expect(taskRecordWire.parse(JSON.parse(JSON.stringify(wire))).dropped).toEqual([]);
        expect(wire.is_running && wire.completed).toBe(false);
      }),
    );
  });

  test('the data of every event is JSON text that reads as a frame', () => {
    fc.assert(
      fc.property(plausibleLogArbitrary, (entries) => {
        for (const { event, data } of toTaskRecord(task, entries).events) {
          const frame = { event, data: JSON.parse(data as string) as unknown };
          expect(mailFrameWire.parse(frame).dropped).toEqual([]);
          expect(Object.keys(frame.data as object).toSorted()).toEqual([
            'description',
            'extra_data',
            'task_id',
            'timestamp',
          ]);
        }
      }),
    );
  });

  test('lists waiting mail as MAIL does: tier, order of arrival, message', () => {
    fc.assert(
      fc.property(fc.array(messageArbitrary, { maxLength: 3 }), (messages) => {
        const queue = messages.map((message, at): [number, number, typeof message] => [
          priorityTier(message),
          at,
          message,
        ]);
        const { task_message_queue: waiting } = taskRecordWire.emit(toTaskRecord({ ...task, queue }, []));
        const read = (waiting as [number, number, unknown][]).map(([tier, order, message]) => [
          tier,
          order,
          mailMessageWire.parse(message).value,
        ]);
        expect(read).toEqual(queue);
      }),
    );
  });

  test('names the owner among the contributors, unless others are given', () => {
    expect(toTaskRecord(task, [])).toMatchObject({
      taskOwner: 'user:ada@swarm-alpha',
      taskContributors: ['user:ada@swarm-alpha'],
      startTime: '2026-03-01T08:30:00.000000+00:00',
      title: null,
    });
    const contributors = ['user:ada@swarm-alpha', 'swarm:swarm-alpha@annex'];
    expect(toTaskRecord({ ...task, contributors, title: 'Umbrella' }, [])).toMatchObject({
      taskContributors: contributors,
      title: 'Umbrella',
    });
  });

  test('lists each other swarm once that took part or was written to', () => {
    const log = writeLog();
    const mail = { subject: 's', body: 'b' };
    log.startRun();
    log.send('request', 'clerk', 'porter@annex', mail);
    log.send('request', 'clerk', 'porter@annex', mail);
    log.send('request', 'clerk', 'porter@swarm-alpha', mail);
    log.add({ type: 'remote', swarm: 'attic', fact: { type: 'notice', code: 'c', text: 't' } });
    expect(toTaskRecord(task, log.entries).remoteSwarms).toEqual(['annex', 'attic']);
  });

  test('keeps the end of a stream as an event with a description', () => {
    const log = writeLog();
    log.startRun();
    log.endRun('done');
    log.startRun();
    log.endRun('too long', 'error', 'limit_reached');
    const ends = toTaskRecord(task, log.entries)
      .events.filter(({ event }) => event === 'task_complete' || event === 'task_error')
      .map(({ event, data }) => ({ event, ...(JSON.parse(data as string) as object) }));
    expect(ends).toMatchObject([
      { event: 'task_complete', description: "response: 'done'", extra_data: {} },
      { event: 'task_error', description: 'error for task: too long', extra_data: {} },
    ]);
    expect(ends.every((end) => !('response' in end))).toBe(true);
  });
});

describe('the status of a task', () => {
  const started: Fact = { type: 'run-started', answerId: 'a' };
  const paused: Fact = { type: 'paused', calls: [{ callId: 'c', tool: 't', input: null }] };
  const resumed: Fact = { type: 'resumed', callIds: ['c'] };
  const ended = (outcome: 'complete' | 'error' | 'cancelled'): Fact => ({ type: 'run-ended', outcome, text: '' });
  const remotely = (fact: Fact): Fact => ({ type: 'remote', swarm: 'annex', fact }) as Fact;

  test.each([
    ['nothing yet', [], 'running', true, false],
    ['a run', [started], 'running', true, false],
    ['a pause', [started, paused], 'paused', false, false],
    ['a pause that is over', [started, paused, resumed], 'running', true, false],
    ['a completion', [started, ended('complete')], 'complete', false, true],
    ['an error', [started, ended('error')], 'error', false, true],
    ['a cancellation', [started, ended('cancelled')], 'cancelled', false, true],
    ['a cancellation during a pause', [started, paused, ended('cancelled')], 'cancelled', false, true],
    ['another run after the end', [started, ended('complete'), started], 'running', true, false],
    ['the end of another swarm', [started, remotely(ended('complete'))], 'running', true, false],
    ['the pause of another swarm', [started, remotely(paused)], 'running', true, false],
  ] as const)('tells the right status after %s', (_, facts, status, isRunning, completed) => {
    const entries = facts.map((fact, index): LogEntry => ({ ...fact, run: 1, seq: index + 1, at: task.startedAt }));
    expect(toTaskRecord(task, entries)).toMatchObject({ status, isRunning, completed });
  });
});
