import { mailMessageWire, type MAILMessage } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import {
  agentAddress,
  composeBroadcast,
  composeCompletion,
  composeInterrupt,
  composeRequest,
  composeResponse,
  composeSystemBroadcast,
  composeSystemResponse,
  ownerAddress,
} from './compose-messages.ts';

const place = { taskId: 't', swarm: 'desk' };
const draft = { subject: 's', body: 'b' };
const sender = agentAddress('boss');

const messages: Record<string, MAILMessage> = {
  request: composeRequest(place, { ...draft, sender, recipient: 'math' }),
  response: composeResponse(place, { ...draft, sender, recipient: 'math' }),
  interrupt: composeInterrupt(place, { ...draft, sender, recipient: 'math' }),
  broadcast: composeBroadcast(place, { ...draft, sender, recipients: ['math'] }),
  completion: composeCompletion(place, 'boss', 'done'),
  'system response': composeSystemResponse(place, 'math', draft),
  'system broadcast': composeSystemBroadcast(place, 'math', draft),
};

describe.each(Object.entries(messages))('a composed %s', (_, message) => {
  test('every composed message is valid MAIL', () => {
    const wire = mailMessageWire.emit(message);
    expect(mailMessageWire.parse(wire)).toEqual({ value: message, dropped: [] });
  });

  test('names its swarm', () => {
    expect(message.message.senderSwarm).toBe('desk');
  });
});

test('a completion goes to everyone, with the answer as its body', () => {
  expect(messages.completion).toMatchObject({
    msgType: 'broadcast_complete',
    message: { subject: '::task_complete::', body: 'done', recipients: [{ addressType: 'agent', address: 'all' }] },
  });
});

test('the system writes under the name of its swarm', () => {
  expect(messages['system response']!.message.sender).toEqual({ addressType: 'system', address: 'desk' });
});

test('a message to another swarm says where it goes', () => {
  const { message } = composeRequest(place, { ...draft, sender, recipient: 'oracle@delphi' });
  expect(message).toMatchObject({ recipientSwarm: 'delphi', routingInfo: { remote_swarm: 'delphi' } });
});

test.each([
  ['user', 'user'],
  ['admin', 'admin'],
  ['swarm', 'agent'],
] as const)('a caller of role %s writes as %s', (role, addressType) => {
  expect(ownerAddress({ role, id: 'x' })).toEqual({ addressType, address: 'x' });
});
