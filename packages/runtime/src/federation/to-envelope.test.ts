import { mailInterswarmMessageWire } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { ending, letter, taskAt, visitingTask } from '../__fixtures__/letters.ts';
import { agentAddress, composeBroadcast } from '../messages/compose-messages.ts';
import { narrowTo } from '../task/letters/split-by-swarm.ts';
import { toEnvelope } from './to-envelope.ts';

const route = { direction: 'forward', to: 'swarm:alpha@beta' } as const;
const message = narrowTo(letter('boss', 'chief@beta', 'request', { note: { hops: 1 } }), 'beta', route);
const envelope = toEnvelope(message, { task: taskAt(), peer: 'beta' });

describe('the envelope of a letter', () => {
  test('holds the message and says whose task it is about', () => {
    expect(envelope).toMatchObject({
      messageId: message.id,
      timestamp: message.timestamp,
      msgType: 'request',
      sourceSwarm: 'alpha',
      targetSwarm: 'beta',
      taskOwner: 'user:ada@alpha',
      taskContributors: ['user:ada@alpha'],
    });
  });

  test('the sender address of an envelope can be answered', () => {
    expect(envelope.payload.sender).toEqual(agentAddress('boss@alpha'));
    expect(envelope.payload).toMatchObject({ recipient: agentAddress('chief@beta') });
  });

  test('holds nothing that concerns only us', () => {
    expect(envelope.payload.routingInfo).toEqual({ remote_swarm: 'beta' });
    expect(envelope.metadata).toEqual({});
    expect(envelope.authToken).toBe('');
    expect(JSON.stringify(envelope)).not.toContain('hops');
  });

  test('names no swarms apart from its addresses, as in MAIL', () => {
    expect(envelope.payload).not.toHaveProperty('senderSwarm');
    expect(envelope.payload).not.toHaveProperty('recipientSwarm');
    const options = { sender: agentAddress('boss'), recipients: ['all@beta'], subject: 's', body: 'b' };
    const broadcast = composeBroadcast({ taskId: 't', swarm: 'alpha' }, options);
    expect(toEnvelope(broadcast, { task: taskAt(), peer: 'beta' }).payload).not.toHaveProperty('recipientSwarms');
  });

  test('names both swarms when it says that a run is over, as in MAIL', () => {
    const end = ending('boss', 'chief@beta', { ended: { outcome: 'complete' } });
    expect(toEnvelope(end, { task: taskAt(), peer: 'beta' }).payload).toMatchObject({
      senderSwarm: 'alpha',
      recipientSwarm: 'beta',
    });
  });

  test('keeps the owner and the contributors of a task that somebody else brought', () => {
    const task = visitingTask({ runners: { gamma: 'swarm:alpha@gamma' } });
    expect(toEnvelope(letter('boss', 'head@gamma'), { task, peer: 'gamma' })).toMatchObject({
      taskOwner: 'user:eve@beta',
      taskContributors: ['user:eve@beta', 'swarm:beta@alpha', 'swarm:alpha@gamma'],
    });
  });

  test('tells Posthouse servers in its metadata what they need', () => {
    const metadata = { from: 'user:ada@alpha', hops: 2, left: { messages: 3 } };
    expect(toEnvelope(message, { task: taskAt(), peer: 'beta', metadata }).metadata).toEqual(metadata);
  });

  test('the envelope of a letter is valid MAIL', () => {
    const wire = mailInterswarmMessageWire.emit(envelope);
    expect(mailInterswarmMessageWire.parse(JSON.parse(JSON.stringify(wire))).value).toEqual(envelope);
  });
});
