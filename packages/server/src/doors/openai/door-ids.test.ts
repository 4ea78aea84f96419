import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCallId, readItemId, readResponseId, toCallId, toItemId, toResponseId } from './door-ids.ts';

const taskId = '3c1f8a52-6a0e-4f5e-9a63-0f5b8f1d2c77';
const seq = fc.integer({ min: 0, max: 1e12 });
const place = fc
  .record({ taskId: fc.uuid(), after: seq, gap: fc.nat(1000) })
  .map(({ gap, ...rest }) => ({ ...rest, posted: rest.after + gap }));

describe('OpenAI ids', () => {
  test('the id of a response names its task, swarm and place', () => {
    fc.assert(
      fc.property(place, fc.string({ unit: 'grapheme', minLength: 1 }), fc.boolean(), (where, swarm, summaries) => {
        const whole = { ...where, swarm: swarm.toWellFormed(), summaries };
        const id = toResponseId(whole);
        expect(id).toMatch(/^resp_[\w.-]+$/);
        expect(readResponseId(id)).toEqual(whole);
      }),
    );
  });

  test('the id of an item names its response', () => {
    fc.assert(
      fc.property(place, fc.nat(999), fc.constantFrom('msg' as const, 'rs' as const), (where, index, kind) => {
        expect(readItemId(toItemId(kind, where, index))).toEqual(where);
      }),
    );
  });

  test('the id of a call names its pause, and is short enough for services that limit ids', () => {
    fc.assert(
      fc.property(fc.uuid(), seq, fc.nat(99), (task, number, index) => {
        const call = { taskId: task, seq: number, index };
        for (const kind of ['call', 'fc'] as const) {
          const id = toCallId(call, kind);
          expect(id.length).toBeLessThanOrEqual(40);
          expect(readCallId(id)).toEqual(call);
        }
      }),
    );
  });

  test('ids are equal for the same place, and different otherwise', () => {
    const base = { taskId, after: 4, posted: 4 };
    const ids = [base, { ...base, after: 3 }, { ...base, posted: 5 }].map((each) => toItemId('msg', each, 0));
    expect(new Set([...ids, toItemId('msg', base, 0), toItemId('msg', base, 1)]).size).toBe(4);
  });

  test.each([
    '',
    'resp_',
    'resp_x',
    'call_123',
    'msg_abc',
    `resp_${taskId}`,
    `call_${taskId}_0`,
    'chatcmpl-1',
    '\u0000',
  ])('foreign ids do not match: %j', (id) => {
    expect([readResponseId(id), readItemId(id), readCallId(id)]).toEqual([undefined, undefined, undefined]);
  });

  test('invented ids lead nowhere and break nothing', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^(?:resp|msg|call|fc)_[\w.-]{20,60}$/));
    fc.assert(
      fc.property(text, (id) => {
        const { posted = 0 } = readResponseId(id) ?? readItemId(id) ?? {};
        const { taskId: task = taskId } = readCallId(id) ?? {};
        expect(Number.isSafeInteger(posted)).toBe(true);
        expect(task).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      }),
    );
  });
});
