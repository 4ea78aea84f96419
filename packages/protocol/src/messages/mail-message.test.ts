import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { attempt, errorOf, problemsOf } from '../__fixtures__/attempt.ts';
import { judgedSamples } from '../__fixtures__/judged-samples.ts';
import { messageArbitrary, toSnakeCase, wireMessageArbitrary } from '../__fixtures__/message-arbitraries.ts';
import { broadcast, changed, completeSamples, envelope, interrupt, request } from '../__fixtures__/samples.ts';
import type { JSONObject } from '../json.ts';
import { type MAILMessage, mailMessageWire, MESSAGE_TYPES, type MessageType } from './mail-message.ts';
import type { MAILBroadcast, MAILInterrupt, MAILRequest, MAILResponse } from './mail-payloads.ts';

describe('a MAILMessage on the wire', () => {
  test('a message survives writing and reading unchanged', () => {
    fc.assert(
      fc.property(messageArbitrary, (message) => {
        const wire = mailMessageWire.emit(message);
        expect(wire).toEqual(toSnakeCase(message));
        expect(mailMessageWire.parse(JSON.parse(JSON.stringify(wire)))).toEqual({ value: message, dropped: [] });
      }),
    );
  });

  test('a message survives reading and writing unchanged', () => {
    fc.assert(
      fc.property(wireMessageArbitrary, (wire) => {
        const { value, dropped } = mailMessageWire.parse(wire);
        expect(mailMessageWire.emit(value)).toEqual(wire);
        expect(mailMessageWire.emitTrusted(value)).toEqual(wire);
        expect(dropped).toEqual([]);
      }),
    );
  });

  test('the list of kinds equals that of the schema', () => {
    expect(mailMessageWire.schema.options.map((option) => option.shape.msg_type.value)).toEqual([...MESSAGE_TYPES]);
  });

  const samples = judgedSamples.filter(({ type }) => type === 'mail-message');
  test.each(samples.filter(({ valid }) => valid))('the schema accepts a valid message: $name', ({ value }) => {
    expect(mailMessageWire.schema.safeParse(value).success).toBe(true);
  });
  test.each(samples.filter(({ valid }) => !valid))('the schema refuses an invalid message: $name', ({ value }) => {
    expect(mailMessageWire.schema.safeParse(value).success).toBe(false);
  });
});

describe('the payload of each kind of message', () => {
  const payloads: Record<MessageType, JSONObject> = {
    request,
    response: request,
    broadcast,
    interrupt,
    broadcast_complete: broadcast,
  };
  const pairs = MESSAGE_TYPES.flatMap((type) => MESSAGE_TYPES.map((other) => [type, other] as const));

  test.each(pairs)('a %s with the payload of a %s is accepted only if both have the same fields', (type, other) => {
    const { value, error } = attempt(() => mailMessageWire.parse(envelope(type, payloads[other])));
    const fits = payloads[type] === payloads[other];
    expect(value?.value.msgType).toBe(fits ? type : undefined);
    expect(error?.message ?? 'none').toMatch(fits ? /^none$/ : /^invalid MAILMessage: message\./);
  });
});

describe('reading what other servers send', () => {
  test('takes nulls of optional fields as absent', () => {
    const wire = envelope(
      'request',
      changed(request, { sender_swarm: null, recipient_swarm: null, routing_info: null }),
    );
    const { value, dropped } = mailMessageWire.parse(wire);
    expect(Object.keys(value.message)).not.toContain('senderSwarm');
    expect(Object.keys(value.message)).not.toContain('recipientSwarm');
    expect(Object.keys(value.message)).not.toContain('routingInfo');
    expect(dropped).toEqual([]);
  });

  test('refuses nulls of required fields', () => {
    expect(problemsOf(() => mailMessageWire.parse(envelope('request', changed(request, { body: null }))))).toEqual([
      { path: 'message.body', expected: 'a string', received: 'null' },
    ]);
  });

  test('drops and reports keys that MAIL does not know', () => {
    const sender = { address_type: 'user', address: 'ada', nickname: 'A' };
    const wire = changed(envelope('request', changed(request, { sender, priority: 1 })), { 'x-trace': {} });
    const { value, dropped } = mailMessageWire.parse(wire);
    expect(dropped.toSorted()).toEqual(['message.priority', 'message.sender.nickname', 'x-trace']);
    expect(mailMessageWire.schema.safeParse(mailMessageWire.emit(value)).success).toBe(true);
  });

  test('keeps keys and nulls of free-form objects', () => {
    const routing_info = { snake_case: 1, camelCase: { deep_key: [null, { another_key: null }] } };
    const { value } = mailMessageWire.parse(envelope('request', changed(request, { routing_info })));
    expect(value.message.routingInfo).toEqual(routing_info);
  });

  test('reports all problems at once', () => {
    const wire = { id: 7, msg_type: 'broadcast', message: changed(broadcast, { recipients: [], sender: 'ada' }) };
    expect(problemsOf(() => mailMessageWire.parse(wire))).toEqual([
      { path: 'id', expected: 'a string', received: 'the number 7' },
      { path: 'timestamp', expected: 'a string', received: 'nothing' },
      { path: 'message.sender', expected: 'an object', received: 'the string "ada"' },
      { path: 'message.recipients', expected: 'a list of at least 1 item', received: 'a list of 0 items' },
    ]);
  });

  test('lists the known kinds for an unknown one', () => {
    expect(() => mailMessageWire.parse(envelope('buffered', request))).toThrow(
      'invalid MAILMessage: msg_type: expected one of "request", "response", "broadcast", "interrupt", "broadcast_complete", got the string "buffered"',
    );
  });

  test('refuses an id that could not be stored, though the schema of MAIL has no limit', () => {
    const wire = changed(envelope('request', request), { id: 'x'.repeat(257) });
    expect(problemsOf(() => mailMessageWire.parse(wire))).toMatchObject([
      { path: 'id', expected: 'an id of 1 to 256 characters' },
    ]);
  });
});

describe('a message that we send', () => {
  const message = mailMessageWire.parse(completeSamples['mail-message'][0]).value;

  test('never has a null where MAIL forbids it', () => {
    const withNulls = { ...message, message: { ...message.message, senderSwarm: null, routingInfo: undefined } };
    const wire = mailMessageWire.emit(withNulls as unknown as MAILMessage);
    expect(Object.keys(wire.message)).not.toContain('sender_swarm');
    expect(Object.keys(wire.message)).not.toContain('routing_info');
  });

  test.each([
    ['a key that the wire does not know', { ...message, priority: 1 }, 'priority'],
    ['a wire name instead of ours', { ...message, message: { ...message.message, task_id: 'x' } }, 'message.task_id'],
    ['a missing field', { ...message, id: undefined }, 'id'],
    ['an empty id', { ...message, id: '' }, 'id'],
    ['an unknown kind', { ...message, msgType: 'buffered' }, 'msg_type'],
    ['the payload of another kind', { ...message, msgType: 'interrupt' }, 'message.requestId'],
    ['a null that is not optional', { ...message, timestamp: null }, 'timestamp'],
  ])('refuses with invalid_output to send a message that has %s', (_, value, path) => {
    const error = errorOf(() => mailMessageWire.emit(value as unknown as MAILMessage));
    expect(error.code).toBe('invalid_output');
    expect(error.details).toContainEqual(expect.objectContaining({ path }));
  });
});

describe('the types of messages', () => {
  test('the msgType of a message gives its payload, with keys in camelCase', () => {
    const message = mailMessageWire.parse(completeSamples['mail-message'][0]).value;
    expectTypeOf(message).toEqualTypeOf<MAILMessage>();
    if (message.msgType === 'request') expectTypeOf(message.message).toEqualTypeOf<MAILRequest>();
    if (message.msgType === 'response') expectTypeOf(message.message).toEqualTypeOf<MAILResponse>();
    if (message.msgType === 'broadcast') expectTypeOf(message.message).toEqualTypeOf<MAILBroadcast>();
    if (message.msgType === 'interrupt') expectTypeOf(message.message).toEqualTypeOf<MAILInterrupt>();
    if (message.msgType === 'broadcast_complete') expectTypeOf(message.message).toEqualTypeOf<MAILBroadcast>();
    expectTypeOf<MAILRequest>().toHaveProperty('recipientSwarm').toEqualTypeOf<string | undefined>();
    expectTypeOf<MAILRequest['routingInfo']>().toEqualTypeOf<Record<string, unknown> | undefined>();
    expectTypeOf<keyof MAILBroadcast>().toEqualTypeOf<
      | 'taskId'
      | 'broadcastId'
      | 'sender'
      | 'recipients'
      | 'subject'
      | 'body'
      | 'senderSwarm'
      | 'recipientSwarms'
      | 'routingInfo'
    >();
    expect(message.msgType).toBe('request');
  });
});
