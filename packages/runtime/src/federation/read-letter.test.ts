import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { arrivalOf, envelopeOf, letter } from '../__fixtures__/letters.ts';
import { agentAddress } from '../messages/compose-messages.ts';
import { noteOf } from '../task/letters/letter-note.ts';
import { readLetter } from './read-letter.ts';

/** The code of what is thrown, and its words. */
function refusal(read: () => unknown): [code: string, message: string] {
  try {
    read();
  } catch (error) {
    if (PosthouseError.isInstance(error)) return [error.code, error.message];
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('reading a letter of a peer', () => {
  test('gives a sender of that swarm and recipients of ours', () => {
    const { message, names, swarm, taskOwner, contributors } = arrivalOf();
    expect(message.message).toMatchObject({
      sender: agentAddress('chief@beta'),
      recipient: agentAddress('boss'),
      senderSwarm: 'beta',
      recipientSwarm: 'alpha',
    });
    expect([names, swarm, taskOwner, contributors]).toEqual([['boss'], 'alpha', 'user:eve@beta', ['user:eve@beta']]);
  });

  test('keeps id, text and time', () => {
    const sent = letter('chief@beta', 'boss@alpha', 'request', { subject: 'Sea', body: 'deep?' });
    const { message } = arrivalOf({ message: sent });
    expect(message).toMatchObject({ id: sent.id, timestamp: sent.timestamp, msgType: 'request' });
    expect(message.message).toMatchObject({ subject: 'Sea', body: 'deep?' });
  });

  test('drops what only the sender vouches for', () => {
    const routingInfo = { letter: { cancel: true, late: true }, origin_swarm: 'gamma', direction: 'back' };
    const { message } = arrivalOf({ payload: { routingInfo, senderSwarm: 'gamma', recipientSwarm: 'gamma' } });
    expect(message.message).toMatchObject({ senderSwarm: 'beta', recipientSwarm: 'alpha' });
    expect(message.message.routingInfo).toEqual({ origin_swarm: 'beta', letter: { hops: 1 } });
  });

  test('accepts addresses without a swarm', () => {
    const { message, names } = arrivalOf({
      payload: { sender: agentAddress('chief'), recipient: agentAddress('boss') },
    });
    expect([message.message.sender, names]).toEqual([agentAddress('chief@beta'), ['boss']]);
  });

  test('keeps each of our recipients once', () => {
    const recipients = ['boss@alpha', 'math', 'boss', 'head@gamma'].map(agentAddress);
    const message = letter('chief@beta', 'boss', 'broadcast');
    const arrival = arrivalOf({ message, payload: { recipients } });
    expect(arrival.names).toEqual(['boss', 'math']);
    expect(arrival.message.message).toMatchObject({ recipients: ['boss', 'math'].map(agentAddress) });
  });

  test('counts the owner among the contributors, and nobody twice', () => {
    const taskContributors = ['swarm:beta@alpha', 'user:eve@beta', 'swarm:beta@alpha'];
    expect(arrivalOf({ taskContributors }).contributors).toEqual(['user:eve@beta', 'swarm:beta@alpha']);
  });
});

describe('metadata of a Posthouse server', () => {
  const metadata = {
    from: 'swarm:gamma@beta',
    hops: 4,
    above: ['gamma', 'beta'],
    seq: 17,
    paused: [{ callId: 'c', tool: 'ask_human', input: { q: 'ok?' } }],
    run: 6,
  };

  test('metadata of a Posthouse server are noted with the message', () => {
    expect(noteOf(arrivalOf({ metadata }).message)).toEqual({
      instance: 'swarm:gamma@beta',
      hops: 4,
      above: ['gamma', 'beta'],
      seq: 17,
      paused: metadata.paused,
      run: 6,
    });
  });

  test('metadata that a plain MAIL server sends are ignored', () => {
    const { message, metadata: read } = arrivalOf({ metadata }, { ours: false });
    expect(read).toEqual({});
    expect(noteOf(message)).toEqual({ hops: 1 });
  });

  test('invalid metadata are refused', () => {
    const envelope = { ...envelopeOf(), metadata: { hops: -1 } };
    const from = { swarm: 'beta', ours: true };
    expect(refusal(() => readLetter({ direction: 'forward', envelope, from }))[0]).toBe('invalid_input');
  });

  test('metadata cannot name an instance of another swarm', () => {
    const [code, message] = refusal(() => arrivalOf({ metadata: { from: 'user:eve@gamma' } }));
    expect([code, message]).toEqual(['sender_refused', "swarm 'beta' cannot speak for user:eve@gamma"]);
  });
});

describe('a letter saying that a run is over', () => {
  const completed = letter('chief@beta', 'boss@alpha', 'response', { subject: '::task_complete::' });

  test('the end of a run on a plain MAIL server is recognised by its subject alone', () => {
    expect(noteOf(arrivalOf({ message: completed }, { ours: false }).message).ended).toEqual({ outcome: 'complete' });
  });

  test('the end of a run on a Posthouse server is recognised by its metadata', () => {
    const metadata = { ended: { outcome: 'error' as const, seen: ['m-1'], answered: false } };
    expect(noteOf(arrivalOf({ message: completed, metadata }).message).ended).toEqual(metadata.ended);
  });

  test('the subject of a request does not end a run', () => {
    const message = letter('chief@beta', 'boss@alpha', 'request', { subject: '::task_complete::' });
    expect(noteOf(arrivalOf({ message }).message)).not.toHaveProperty('ended');
  });
});

describe('refusing letters', () => {
  const many = Array.from({ length: 101 }, (_, index) => `swarm:s${index}@beta`);

  test.each([
    ['from an agent of another swarm', { payload: { sender: agentAddress('head@gamma') } }, 'sender_refused'],
    ['that says it comes from another swarm', { sourceSwarm: 'gamma' }, 'sender_refused'],
    [
      'whose swarm has no part in the task',
      { taskOwner: 'user:ada@alpha', taskContributors: ['swarm:gamma@alpha'] },
      'sender_refused',
    ],
    ['that is for nobody here', { payload: { recipient: agentAddress('head@gamma') } }, 'invalid_input'],
    ['with an invalid contributor', { taskContributors: ['user:eve@beta', 'nobody'] }, 'invalid_address'],
    ['with too many contributors', { taskContributors: many }, 'invalid_input'],
    ['with an empty id', { messageId: '' }, 'invalid_input'],
    ['about a task that no URL can name', { payload: { taskId: '..' } }, 'invalid_input'],
    ['with a task id that is too long', { payload: { taskId: 'x'.repeat(257) } }, 'invalid_input'],
  ])('refuses a letter %s', (_, parts, code) => {
    expect(refusal(() => arrivalOf(parts))[0]).toBe(code);
  });
});
