import type { MAILMessage } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { actor } from '../__fixtures__/play.ts';
import { defineSwarm } from '../definitions/define-swarm.ts';
import { agentAddress, composeBroadcast, composeRequest } from '../messages/compose-messages.ts';
import { RequestBook } from '../task/request-book.ts';
import type { TurnCall } from '../task/turn-data.ts';
import { settleMailCall, type SettleContext } from './settle-mail-call.ts';
import { toToolSet } from './to-tool-set.ts';

const boss = actor('boss', [], {
  commTargets: ['weather', 'math@desk', 'oracle@delphi'],
  enableEntrypoint: true,
  enableInterswarm: true,
  canCompleteTasks: true,
});
const weather = actor('weather', [], { commTargets: ['boss'] });
const definition = defineSwarm({
  name: 'desk',
  version: '1.0.0',
  entrypoint: 'boss',
  enableInterswarm: true,
  agents: [boss, weather, actor('math', [], { commTargets: ['boss'] })],
});
const place = { taskId: 't', swarm: 'desk' };

function contextOf(changes: Partial<SettleContext> = {}): SettleContext {
  const agent = changes.agent ?? boss;
  return {
    ...place,
    definition,
    agent,
    inputs: [],
    requests: new RequestBook(),
    outgoing: [],
    othersAtWork: false,
    offered: toToolSet(definition, agent).offered,
    completed: false,
    refusedAnswers: 0,
    outside: undefined,
    ...changes,
  };
}

function call(tool: string, input: TurnCall['input'], changes: Partial<TurnCall> = {}): TurnCall {
  return { callId: 'c', tool, input, kind: 'mail', ...changes };
}

function toOne(target: string): TurnCall['input'] {
  return { target, subject: 's', body: 'b' };
}

/** Who gets what, in one line per message. */
function sent({ messages }: { messages: MAILMessage[] }): string[] {
  return messages.map(({ msgType, message }) => {
    const to = 'recipients' in message ? message.recipients : [message.recipient];
    return `${msgType} ${message.sender.address} → ${to.map((address) => address.address).join(', ')}: ${message.subject}`;
  });
}

describe('sending mail', () => {
  test.each(['request', 'response', 'interrupt'])('send_%s sends one message and says so', (type) => {
    const settled = settleMailCall(call(`send_${type}`, toOne('weather')), contextOf());
    expect(settled.result).toEqual({ status: 'success', content: 'message sent' });
    expect(sent(settled)).toEqual([`${type} boss → weather: s`]);
  });

  test('an address with the own swarm is the same as one without', () => {
    expect(sent(settleMailCall(call('send_request', toOne('weather@desk')), contextOf()))).toEqual([
      'request boss → weather: s',
    ]);
    expect(sent(settleMailCall(call('send_request', toOne('math')), contextOf()))).toEqual(['request boss → math: s']);
  });

  test.each(['ghost', 'boss', 'ghost@delphi', '', '@', 'a@b@c'])('mail to %j is not sent', (target) => {
    const settled = settleMailCall(call('send_request', toOne(target)), contextOf());
    expect(settled.result.status).toBe('error');
    expect(sent(settled)).toEqual(['response desk → boss: ::invalid_recipient::']);
  });

  test('mail to an unreachable swarm is returned with the reason', () => {
    const settled = settleMailCall(call('send_request', toOne('oracle@delphi')), contextOf());
    expect(settled.result).toMatchObject({ status: 'error', content: "swarm 'delphi' cannot be reached from here" });
    expect(sent(settled)).toEqual(['response desk → boss: ::agent_error::']);
  });

  test('mail to a reachable swarm is sent', () => {
    const settled = settleMailCall(
      call('send_request', toOne('oracle@delphi')),
      contextOf({ outside: { knows: () => true, swarms: () => ['delphi'], hops: 1, mostHops: 8 } }),
    );
    expect(sent(settled)).toEqual(['request boss → oracle@delphi: s']);
    expect(settled.messages[0]!.message.routingInfo).toEqual({ remote_swarm: 'delphi', letter: { hops: 1 } });
  });

  const poor: TurnCall['input'][] = [
    {},
    null,
    'text',
    [],
    { target: 'weather' },
    { target: 'weather', subject: 1, body: 'b' },
  ];
  test.each(poor)('arguments like %j are refused with what is missing', (input) => {
    const settled = settleMailCall(call('send_request', input), contextOf());
    expect(settled.result).toMatchObject({ status: 'error' });
    expect(String(settled.result.content)).toMatch(/must be given as text/);
    expect(sent(settled)).toEqual(['response desk → boss: ::tool_call_error::']);
  });

  test('arguments that are not JSON are refused with the reason', () => {
    const settled = settleMailCall(call('send_request', '', { inputError: 'not JSON' }), contextOf());
    expect(settled.result).toEqual({ status: 'error', content: 'not JSON' });
  });
});

describe('responses', () => {
  const asked = composeRequest(place, { sender: agentAddress('boss'), recipient: 'weather', subject: 'q', body: '' });
  const again = composeRequest(place, { sender: agentAddress('boss'), recipient: 'weather', subject: 'q', body: '' });
  const requests = new RequestBook();
  requests.note(asked);
  requests.note(again);
  const idOf = (message: MAILMessage) => (message.message as { requestId: string }).requestId;

  test('answer the newest request', () => {
    const settled = settleMailCall(call('send_response', toOne('boss')), contextOf({ agent: weather, requests }));
    expect(idOf(settled.messages[0]!)).toBe(idOf(again));
  });

  test('a response does not answer a request that came while it was written', () => {
    const context = contextOf({ agent: weather, requests, unread: new Set([again.id]) });
    const settled = settleMailCall(call('send_response', toOne('boss')), context);
    expect(idOf(settled.messages[0]!)).toBe(idOf(asked));
    const unread = new Set([asked.id, again.id]);
    const unasked = settleMailCall(call('send_response', toOne('boss')), { ...context, unread });
    expect([idOf(asked), idOf(again)]).not.toContain(idOf(unasked.messages[0]!));
  });

  test('answer one request each within a turn', () => {
    const context = contextOf({ agent: weather, requests });
    const first = settleMailCall(call('send_response', toOne('boss')), context);
    const second = settleMailCall(call('send_response', toOne('boss')), { ...context, outgoing: first.messages });
    expect(idOf(second.messages[0]!)).toBe(idOf(asked));
  });

  test('a response has an id of its own if nothing was asked', () => {
    const settled = settleMailCall(call('send_response', toOne('boss')), contextOf({ agent: weather }));
    expect(idOf(settled.messages[0]!)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('broadcasts', () => {
  const inputs = [
    composeBroadcast(place, { sender: agentAddress('boss'), recipients: ['all'], subject: 's', body: '' }),
  ];

  test('go to everyone without targets, and to exactly the named agents with them', () => {
    const everyone = settleMailCall(call('send_broadcast', { subject: 's', body: 'b', targets: [] }), contextOf());
    expect(sent(everyone)).toEqual(['broadcast boss → all: s']);
    const some = settleMailCall(
      call('send_broadcast', { subject: 's', body: 'b', targets: ['math', 'weather', 'math'] }),
      contextOf(),
    );
    expect(sent(some)).toEqual(['broadcast boss → math, weather: s']);
  });

  test('a broadcast can be acknowledged and ignored', () => {
    const context = contextOf({ agent: weather, inputs });
    expect(settleMailCall(call('acknowledge_broadcast', { note: null }), context).result.content).toBe(
      'broadcast acknowledged',
    );
    expect(settleMailCall(call('ignore_broadcast', { reason: null }), context).result.content).toBe(
      'broadcast ignored',
    );
  });

  test('only broadcasts can be acknowledged', () => {
    const settled = settleMailCall(call('acknowledge_broadcast', {}), contextOf({ agent: weather }));
    expect(settled.result).toEqual({ status: 'error', content: 'improper use of `acknowledge_broadcast`' });
  });
});

describe('await_message', () => {
  test('await_message is refused when no message can come', () => {
    const settled = settleMailCall(call('await_message', { reason: null }), contextOf());
    expect(settled.result).toEqual({ status: 'error', content: 'no outstanding requests and message queue is empty' });
    expect(sent(settled)).toEqual(['response desk → boss: ::tool_call_error::']);
  });

  test.each([
    ['others are at work', { othersAtWork: true }],
    [
      'the turn itself has asked',
      {
        outgoing: [
          composeRequest(place, { sender: agentAddress('boss'), recipient: 'weather', subject: '', body: '' }),
        ],
      },
    ],
  ])('await_message is allowed when %s', (_, changes) => {
    const settled = settleMailCall(call('await_message', { reason: 'soon' }), contextOf(changes));
    expect(settled.result).toEqual({ status: 'success', content: "waiting for a new message (reason: 'soon')" });
  });
});

describe('task_complete', () => {
  test('gives the answer', () => {
    expect(settleMailCall(call('task_complete', { finish_message: 'done' }), contextOf())).toEqual({
      result: { status: 'success', content: 'task completed' },
      messages: [],
      answer: 'done',
    });
  });

  test('gives structured answers as JSON text', () => {
    const { answer } = settleMailCall(call('task_complete', { finish_message: { sum: 4 } }), contextOf());
    expect(answer).toBe('{"sum":4}');
  });

  test('task_complete without a message gives a default answer', () => {
    expect(settleMailCall(call('task_complete', {}), contextOf()).answer).toBe('Task completed successfully');
  });

  test('a second task_complete is a duplicate', () => {
    const settled = settleMailCall(call('task_complete', { finish_message: 'x' }), contextOf({ completed: true }));
    expect(settled).toEqual({
      result: { status: 'success', content: 'task already completed', code: 'duplicate' },
      messages: [],
    });
  });

  test('task_complete is refused to agents that may not complete', () => {
    const settled = settleMailCall(call('task_complete', { finish_message: 'x' }), contextOf({ agent: weather }));
    expect(settled.result.status).toBe('error');
    expect(settled.answer).toBeUndefined();
  });
});
