import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attempt, errorOf } from '../__fixtures__/attempt.ts';
import { judgedSamples } from '../__fixtures__/judged-samples.ts';
import { interswarmArbitrary, toSnakeCase } from '../__fixtures__/message-arbitraries.ts';
import { broadcast, changed, completeSamples, interrupt, request, wrapper } from '../__fixtures__/samples.ts';
import { interswarmDeliveryWire } from '../http/interswarm-bodies.ts';
import type { JSONObject } from '../json.ts';
import { type MAILInterswarmMessage, mailInterswarmMessageWire } from './mail-interswarm-message.ts';

describe('a message between swarms', () => {
  test('reads a message as the other server wrote it', () => {
    fc.assert(
      fc.property(interswarmArbitrary, (message) => {
        expect(mailInterswarmMessageWire.parse(toSnakeCase(message))).toEqual({ value: message, dropped: [] });
      }),
    );
  });

  test('sends token, metadata and routing info, which other servers require', () => {
    fc.assert(
      fc.property(interswarmArbitrary, (message) => {
        const expected = toSnakeCase({
          authToken: '',
          metadata: {},
          ...message,
          payload: { routingInfo: {}, ...message.payload },
        });
        expect(mailInterswarmMessageWire.emit(message)).toEqual(expected);
        expect(mailInterswarmMessageWire.emitTrusted(message)).toEqual(expected);
        expect(interswarmDeliveryWire.emit({ message })).toEqual({ message: expected });
        expect(interswarmDeliveryWire.emitTrusted({ message })).toEqual({ message: expected });
      }),
    );
  });

  test('sends defaults for a null token and null metadata', () => {
    const [sample] = completeSamples['mail-interswarm-message'];
    const { value } = mailInterswarmMessageWire.parse(changed(sample!, { auth_token: null, metadata: null }));
    expect(value).not.toHaveProperty('authToken');
    expect(mailInterswarmMessageWire.emit(value)).toMatchObject({ auth_token: '', metadata: {} });
  });

  test('leaves the message that it completes unchanged', () => {
    const [sample] = completeSamples['mail-interswarm-message'];
    const message = mailInterswarmMessageWire.parse(
      changed(sample!, { auth_token: undefined, payload: changed(request, { routing_info: undefined }) }),
    ).value;
    const before = structuredClone(message);
    mailInterswarmMessageWire.emit(message);
    expect(message).toEqual(before);
  });

  test.each([undefined, null, 'text', [], {}, { payload: null }, { msgType: 'request', payload: 7 }, new Map()])(
    'refuses to send %j with invalid_output',
    (value) => {
      const junk = value as unknown as MAILInterswarmMessage;
      expect(errorOf(() => mailInterswarmMessageWire.emit(junk)).code).toBe('invalid_output');
      expect(errorOf(() => interswarmDeliveryWire.emit({ message: junk })).code).toBe('invalid_output');
      expect(errorOf(() => interswarmDeliveryWire.emit(junk as never)).code).toBe('invalid_output');
    },
  );
});

describe('the payload of each kind of interswarm message', () => {
  const payloads: Record<string, JSONObject> = { request, response: request, broadcast, interrupt };
  const kinds = Object.keys(payloads);

  test.each(kinds.flatMap((kind) => kinds.map((other) => [kind, other] as const)))(
    'a %s with the payload of a %s is accepted only if both have the same fields',
    (kind, other) => {
      const { value, error } = attempt(() => mailInterswarmMessageWire.parse(wrapper(kind, payloads[other]!)));
      const fits = payloads[kind] === payloads[other];
      expect(value?.value.msgType).toBe(fits ? kind : undefined);
      expect(error?.message ?? 'none').toMatch(fits ? /^none$/ : /^invalid MAILInterswarmMessage: payload\./);
    },
  );

  test('a completion is refused', () => {
    expect(() => mailInterswarmMessageWire.parse(wrapper('broadcast_complete', broadcast))).toThrow(
      'msg_type: expected one of "request", "response", "broadcast", "interrupt", got the string "broadcast_complete"',
    );
  });

  const samples = judgedSamples.filter(({ type }) => type === 'mail-interswarm-message');
  test.each(samples)('$name is accepted: $valid', ({ value, valid }) => {
    expect(mailInterswarmMessageWire.schema.safeParse(value).success).toBe(valid);
  });
});
