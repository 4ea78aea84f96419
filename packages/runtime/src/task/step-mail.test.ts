import type { MAILMessage } from '@posthouse/protocol';
import type { Mail } from '@posthouse/store';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUIET } from '../mailbox/mailbox.ts';
import {
  agentAddress,
  composeBroadcast,
  composeRequest,
  composeSystemBroadcast,
  composeSystemResponse,
} from '../messages/compose-messages.ts';
import { carryStep, toStepEnd } from './carry-step.ts';
import { composeStep } from '../manual/decide-step.ts';
import { bufferOrder, stepMail, toBuffers } from './step-mail.ts';

const context = { taskId: 't', swarm: 's' };
const step = (id: string) => ({ id, responseType: 'broadcast' as const, responseTargets: ['all'] });
const opening = (id: string) => composeStep(context, { target: 'ann', payload: id, step: step(id) });
const going = (id: string) =>
  carryStep([composeSystemBroadcast(context, 'ann', { subject: '::action_complete::', body: '' })], step(id))[0]!;
const speech = (body: string) =>
  composeBroadcast(context, { sender: agentAddress('ben'), recipients: ['all'], subject: '', body });
const whisper = (body: string) =>
  composeRequest(context, { sender: agentAddress('ben'), recipient: 'ann', subject: '', body });

function mail(message: MAILMessage, order: number, due = 0): Mail {
  return {
    id: `m${order}`,
    mailbox: 'ann',
    tier: message.msgType === 'broadcast' ? 4 : 5,
    order,
    due,
    run: 1,
    message,
  };
}

const namesOf = (mails: readonly Mail[]) => mails.map((each) => each.id);

describe('mail that a stepped agent reads', () => {
  test('a stepped agent reads its buffer and the step that came first', () => {
    const mails = [
      mail(opening('one'), 2),
      mail(speech('a'), 1, QUIET),
      mail(opening('two'), 3),
      mail(speech('b'), 4, QUIET),
    ];
    expect(namesOf(stepMail(mails))).toEqual(['m2', 'm1', 'm4']);
  });

  test('a stepped agent reads the step that it has begun, before any other', () => {
    const mails = [mail(opening('two'), 1), mail(going('one'), 2), mail(speech('a'), 3, QUIET), mail(going('one'), 4)];
    expect(namesOf(stepMail(mails))).toEqual(['m2', 'm3', 'm4']);
  });

  test('a stepped agent reads the request of the system for a final answer, without any step', () => {
    const last = composeSystemResponse(context, 'ann', { subject: '::maximum_steps_reached::', body: '' });
    expect(namesOf(stepMail([mail(opening('one'), 1), mail(last, 2)]))).toEqual(['m2']);
  });

  test('a stepped agent reads mail in order of arrival, whatever its tier, with the step last', () => {
    const mails = [mail(opening('one'), 1), mail(whisper('first'), 2, QUIET), mail(speech('second'), 3, QUIET)];
    expect(namesOf(bufferOrder(mails.toReversed(), 10))).toEqual(['m2', 'm3', 'm1']);
  });

  test('leaves out what is due later', () => {
    expect(bufferOrder([mail(opening('one'), 1, 11)], 10)).toEqual([]);
  });

  test('a stepped agent reads at most one step, and all other mail', () => {
    const anything = fc.oneof(
      fc.constant((order: number) => mail(speech('x'), order, QUIET)),
      fc.constantFrom('one', 'two', 'three').map((id) => (order: number) => mail(opening(id), order)),
      fc.constantFrom('one', 'two').map((id) => (order: number) => mail(going(id), order)),
    );
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 10 }), (makers) => {
        const mails = makers.map((make, index) => make(index + 1));
        const read = stepMail(mails);
        const steps = new Set(
          read.filter((each) => each.due !== QUIET).map((each) => each.message.message.routingInfo?.manual_step),
        );
        expect(steps.size).toBe(mails.some((each) => each.due !== QUIET) ? 1 : 0);
        expect(read.filter((each) => each.due === QUIET)).toEqual(mails.filter((each) => each.due === QUIET));
      }),
    );
  });
});

describe('mail sent in manual mode', () => {
  const put = (message: MAILMessage, mailbox = 'ann') => ({ id: 'm', mailbox, tier: 5 as const, run: 1, message });

  test('waits in the buffers', () => {
    expect(toBuffers([put(speech('a')), put(whisper('b'))]).map((each) => each.due)).toEqual([QUIET, QUIET]);
  });

  test('mail is delivered as usual if the system sent it, or if it leaves the swarm', () => {
    const word = composeSystemResponse(context, 'ann', { subject: '::help::', body: '' });
    expect(toBuffers([put(word), put(whisper('b'), '@beta')]).map((each) => each.due)).toEqual([undefined, undefined]);
  });
});

describe('the context of a step', () => {
  const help = composeSystemBroadcast(context, 'ann', { subject: '::help::', body: 'h' });
  const place = { run: 1, agent: 'ann', turn: 3 };

  test('goes with mail of the system, and not with mail of agents', () => {
    const [carried, said] = carryStep([help, speech('a')], step('one'));
    expect(carried!.message.routingInfo).toMatchObject({ manual_step: 'one', manual_response_targets: ['all'] });
    expect(said!.message.routingInfo).toEqual({});
  });

  test('a step without context carries none', () => {
    const messages = [help];
    expect(carryStep(messages, undefined)).toBe(messages);
    expect(toStepEnd([], undefined, place)).toEqual([]);
  });

  test('ends when the system has nothing more to say to the agent', () => {
    expect(toStepEnd([help], step('one'), place)).toEqual([]);
    expect(toStepEnd([speech('a')], step('one'), place)).toEqual([
      { ...place, type: 'notice', code: 'manual_step_ended', text: 'manual step one has ended' },
    ]);
  });
});
