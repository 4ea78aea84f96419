import { PosthouseError, toTimestamp } from '@posthouse/protocol';
import type { Mail } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { ending, letter, taskAt } from '../__fixtures__/letters.ts';
import { mailTo, userMessage } from '../__fixtures__/decision-state.ts';
import { QUIET } from '../mailbox/mailbox.ts';
import { composeResponse, systemAddress } from '../messages/compose-messages.ts';
import { dataOf } from '../task/task-data.ts';
import {
  decideDelivered,
  decideUndelivered,
  dueSwarms,
  type FailedDelivery,
  lettersTo,
  nextLetterDue,
} from './decide-delivery.ts';
import { DEFAULT_POLICY } from './federation-policy.ts';
import { noteOf, withNote } from '../task/letters/letter-note.ts';

const first = mailTo('@beta', letter('boss', 'chief@beta', 'request', { subject: 'one' }), { due: 30 });
const second = mailTo('@beta', letter('boss', 'chief@beta', 'interrupt', { subject: 'two' }), { due: 10, tier: 3 });
const other = mailTo('@gamma', letter('boss', 'head@gamma'), { due: 20 });
const local = mailTo('boss', userMessage());
const question = mailTo('@beta', letter('chief@beta', 'boss', 'response', { note: { paused: [] } }), { order: 0 });

describe('letters that wait', () => {
  test('leave in the order they were written in, per swarm and whatever their kind', () => {
    expect(lettersTo([second, other, question, first, local], 'beta')).toEqual([first, second]);
  });

  test('letters that wait are due when the first of their swarm is', () => {
    expect(dueSwarms([first, second, other], 9)).toEqual([]);
    expect(dueSwarms([first, second, other], 20)).toEqual(['gamma']);
    expect(dueSwarms([first, second, other], 30)).toEqual(['beta', 'gamma']);
    expect(nextLetterDue([first, second, other])).toBe(20);
    expect([20, 30].map((after) => nextLetterDue([first, second, other], after))).toEqual([30, undefined]);
  });

  test('mail of agents and questions of other swarms are no waiting letters', () => {
    expect(dueSwarms([local, question], 1_000_000)).toEqual([]);
    expect(nextLetterDue([local, question])).toBeUndefined();
  });
});

describe('a delivered letter', () => {
  test('a delivered letter is taken out of the mailbox', () => {
    expect(decideDelivered({ task: taskAt(), mail: [first, second] }, first)).toEqual({
      entries: [],
      take: [first.id],
    });
  });

  test('names the instance that works on the task from now on, and clears earlier failures', () => {
    const task = taskAt({ runners: { gamma: 'swarm:alpha@gamma' }, attempts: { beta: 3, gamma: 1 } });
    const { data } = decideDelivered({ task, mail: [first] }, first, 'swarm:alpha@beta');
    expect(data).toEqual({
      runners: { gamma: 'swarm:alpha@gamma', beta: 'swarm:alpha@beta' },
      attempts: { gamma: 1 },
    });
  });

  test('changes nothing that is known already', () => {
    const task = taskAt({ runners: { beta: 'swarm:alpha@beta' } });
    expect(decideDelivered({ task, mail: [first] }, first, 'swarm:alpha@beta')).not.toHaveProperty('data');
  });

  test('takes nothing out of the mailbox if it was taken back meanwhile', () => {
    expect(decideDelivered({ task: taskAt(), mail: [second] }, first).take).toEqual([]);
  });
});

const written = Date.parse(first.message.timestamp);
const unreachable = new PosthouseError({ code: 'peer_unreachable', message: 'nobody answers' });
const refused = new PosthouseError({ code: 'peer_refused', message: 'we do not know the chief' });

function fail(changes: Partial<FailedDelivery> = {}): FailedDelivery {
  return { letter: first, error: unreachable, policy: DEFAULT_POLICY, now: written + 1_000, random: 1, ...changes };
}

describe('a letter that could not be delivered', () => {
  test('an undelivered letter is tried again later, before the letters behind it', () => {
    const { entries, take, put, data } = decideUndelivered({ task: taskAt(), mail: [second, first, other] }, fail());
    expect(take).toEqual([first.id, second.id]);
    expect(put!.map(({ id, due }) => [id, due])).toEqual([
      [first.id, written + 1_500],
      [second.id, written + 1_500],
    ]);
    expect(put!.every((mail) => !('order' in mail))).toBe(true);
    expect(data).toEqual({ attempts: { beta: 1 } });
    expect(entries).toMatchObject([
      { run: 1, type: 'notice', code: 'letter_delayed', text: expect.stringContaining('nobody answers') },
    ]);
  });

  test('a failed delivery is noted once, and tried less and less often', () => {
    const task = taskAt({ attempts: { beta: 4 } });
    const { entries, put, data } = decideUndelivered({ task, mail: [first] }, fail());
    expect(entries).toEqual([]);
    expect(put![0]!.due).toBe(written + 1_000 + 500 * 2 ** 4);
    expect(data).toEqual({ attempts: { beta: 5 } });
  });

  test('leaves no notice when no run is open', () => {
    const task = taskAt({}, { openRun: null });
    expect(decideUndelivered({ task, mail: [first] }, fail()).entries).toEqual([]);
  });

  test('waits as long as the other server asks for', () => {
    const error = new PosthouseError({ code: 'peer_unreachable', message: 'm', details: { retryAfterMs: 90_000 } });
    const { put } = decideUndelivered({ task: taskAt(), mail: [first] }, fail({ error }));
    expect(put![0]!.due).toBe(written + 91_000);
  });

  test('a letter is tried again after an unexpected failure too', () => {
    const { put } = decideUndelivered({ task: taskAt(), mail: [first] }, fail({ error: new Error('odd') }));
    expect(put!.map(({ id }) => id)).toEqual([first.id]);
    const strange = decideUndelivered({ task: taskAt(), mail: [first] }, fail({ error: 'very odd' }));
    expect(strange.entries).toMatchObject([{ text: expect.stringContaining('very odd') }]);
  });

  test('a failed delivery is ignored once the letter was taken back', () => {
    expect(decideUndelivered({ task: taskAt(), mail: [second] }, fail())).toEqual({ entries: [] });
  });
});

describe('a letter that is given up', () => {
  const tooLate = { now: written + DEFAULT_POLICY.giveUpMs + 1 };

  test.each([
    ['because it is too old', fail(tooLate), 'nobody answers'],
    ['because it would be refused again', fail({ error: refused }), 'we do not know the chief'],
  ])('the sender of a letter that is given up learns why: %s (Q5)', (_, failed, reason) => {
    const { entries, take, put } = decideUndelivered({ task: taskAt(), mail: [first] }, failed);
    expect(take).toEqual([first.id]);
    expect(entries).toMatchObject([
      {
        type: 'notice',
        code: 'letter_lost',
        text: `error sending interswarm message forward: 'one' of boss to swarm 'beta' was not delivered: ${reason}`,
      },
      { type: 'message', to: 'boss' },
    ]);
    expect(put).toMatchObject([{ mailbox: 'boss', tier: 1, run: 1 }]);
    const { message } = put![0]!;
    expect(message.message.sender).toEqual(systemAddress('alpha'));
    expect(message.message.subject).toBe('::agent_error::');
    expect(message.message.body).toBe(
      `Your message 'one' to chief@beta was not delivered: ${reason}. Nobody there has read it.`,
    );
    expect(noteOf(message).lost).toEqual({ swarm: 'beta', letter: first.message.id });
  });

  test('no letter is given up a moment too early', () => {
    const failed = fail({ now: written + DEFAULT_POLICY.giveUpMs });
    expect(decideUndelivered({ task: taskAt(), mail: [first] }, failed).take).toEqual([first.id]);
    expect(decideUndelivered({ task: taskAt(), mail: [first] }, failed).put).toMatchObject([{ id: first.id }]);
  });

  test('lets the letters behind it go at once, in order', () => {
    const third = mailTo('@beta', letter('boss', 'chief@beta'), { due: 99_000 });
    const task = taskAt({ attempts: { beta: 7, gamma: 1 } });
    const failed = fail({ error: refused });
    const { take, put, data } = decideUndelivered({ task, mail: [third, second, first] }, failed);
    expect(take).toEqual([first.id, second.id, third.id]);
    expect(put!.slice(0, 2).map(({ id, due }) => [id, due])).toEqual([
      [second.id, failed.now],
      [third.id, failed.now],
    ]);
    expect(data).toEqual({ attempts: { gamma: 1 } });
  });

  test('after the end of the run, a sender reads in the next turn that its letter was given up', () => {
    const task = taskAt({}, { openRun: null });
    const { entries, put } = decideUndelivered({ task, mail: [first] }, fail({ error: refused }));
    expect(entries.map(({ run }) => run)).toEqual([0, 0]);
    expect(put).toMatchObject([{ mailbox: 'boss', due: QUIET, run: null }]);
    expect(noteOf(put![0]!.message).late).toBe(true);
  });

  test('nobody is told about the loss of a letter that only said that a run is over', () => {
    const end = mailTo('@beta', ending('boss', 'chief@beta', { ended: { outcome: 'complete' } }));
    const { entries, put } = decideUndelivered({ task: taskAt(), mail: [end] }, fail({ letter: end, error: refused }));
    expect(entries.map(({ type }) => type)).toEqual(['notice']);
    expect(put).toEqual([]);
  });

  test('the entrypoint is told about the loss of an answer to a question of that swarm', () => {
    const answers = answersTo('chief@beta');
    const { put } = decideUndelivered(
      { task: taskAt(), mail: [answers] },
      fail({ letter: answers, error: refused, now: 0 }),
    );
    expect(put).toMatchObject([{ mailbox: 'boss' }]);
    expect(put![0]!.message.message.body).toMatch(/could not be handed over: we do not know the chief/);
  });

  test('nobody is told about a lost letter when no entrypoint is left', () => {
    const answers = answersTo('chief@beta');
    const task = taskAt({}, { openRun: null });
    const { current: _, ...rest } = dataOf(task);
    const between = { ...task, data: rest as typeof task.data };
    expect(
      decideUndelivered({ task: between, mail: [answers] }, fail({ letter: answers, error: refused })).put,
    ).toEqual([]);
  });
});

function answersTo(recipient: string): Mail {
  const sender = systemAddress('alpha');
  const message = composeResponse({ taskId: 't', swarm: 'alpha' }, { sender, recipient, subject: 's', body: '' });
  return mailTo('@beta', withNote({ ...message, timestamp: toTimestamp(new Date(0)) }, { resume: [] }));
}
