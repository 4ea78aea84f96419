import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { hostileArbitrary, oddValues } from '../__fixtures__/hostile.ts';
import {
  entriesArbitrary,
  entryArbitrary,
  localFactArbitraries,
  plausibleLogArbitrary,
} from '../__fixtures__/log-arbitraries.ts';
import { envelope, request } from '../__fixtures__/samples.ts';
import { type Fact, type LogEntry, logEntrySchema, type NewEntry } from './log-entry.ts';

const stamp = { seq: 1, run: 1, at: '2026-03-01T08:30:00.000Z' };
const isValid = (entry: unknown): boolean => logEntrySchema.safeParse(entry).success;

describe('an entry of the log', () => {
  test('an entry parses to itself, also after a round trip through JSON', () => {
    fc.assert(
      fc.property(entryArbitrary, (entry) => {
        const stored: unknown = JSON.parse(JSON.stringify(entry));
        expect(stored).toEqual(entry);
        expect(logEntrySchema.parse(stored)).toEqual(entry);
      }),
    );
  });

  test('every entry that the runtime could write is valid', () => {
    fc.assert(
      fc.property(fc.oneof(plausibleLogArbitrary, entriesArbitrary), (entries) => {
        expect(entries.filter((entry) => !isValid(entry))).toEqual([]);
      }),
    );
  });

  test.each(Object.entries(localFactArbitraries))('%s needs each of its required fields', (type, arbitrary) => {
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<Record<string, unknown>>, fc.nat(), (fact, place) => {
        const required = REQUIRED[type]!;
        const missing = required[place % required.length]!;
        const entry: Record<string, unknown> = { ...stamp, ...fact };
        expect(isValid(entry)).toBe(true);
        delete entry[missing];
        expect({ missing, valid: isValid(entry) }).toEqual({ missing, valid: false });
      }),
    );
  });

  test.each(Object.entries(localFactArbitraries))('%s may also come from another swarm', (type, arbitrary) => {
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<object>, (fact) => {
        expect(isValid({ ...stamp, type: 'remote', swarm: 'annex', fact })).toBe(true);
        // Its place in their log is not ours to keep.
        expect(isValid({ ...stamp, type: 'remote', swarm: 'annex', fact: { ...fact, ...stamp } })).toBe(false);
      }),
      { numRuns: 20 },
    );
    expect(type).not.toBe('remote');
  });

  const notice = { ...stamp, type: 'notice', code: 'c', text: 't' };
  const call = { ...stamp, type: 'call', callId: 'c', tool: 't', kind: 'mail', input: {} };

  test.each([
    ['an unknown type', { ...notice, type: 'surprise' }],
    ['no type', { ...notice, type: undefined }],
    ['an extra key', { ...notice, more: 1 }],
    ['seq 0', { ...notice, seq: 0 }],
    ['half a seq', { ...notice, seq: 1.5 }],
    ['no seq', { ...notice, seq: undefined }],
    ['no run', { ...notice, run: undefined }],
    ['a time that is none', { ...notice, at: 'yesterday' }],
    ['a turn that is text', { ...notice, turn: '1' }],
    ['an unknown kind of call', { ...call, kind: 'magic' }],
    ['an input that is a function', { ...call, input: () => 1 }],
    ['an input that is a date', { ...call, input: { at: new Date(0) } }],
    ['a pause for nothing', { ...stamp, type: 'paused', calls: [] }],
    ['an outcome that we do not know', { ...stamp, type: 'run-ended', outcome: 'fine', text: '' }],
    ['a message in wire names', { ...stamp, type: 'message', to: 'x', message: envelope('request', request) }],
    [
      'a swarm inside a swarm',
      { ...stamp, type: 'remote', swarm: 'a', fact: { type: 'remote', swarm: 'b', fact: notice } },
    ],
    ['text', 'entry'],
    ['null', null],
  ])('refuses an entry with %s', (_, entry) => {
    expect(isValid(entry)).toBe(false);
  });

  test.each(['an object', 'a list'])('refuses without hanging an input that contains itself: %s', (kind) => {
    const self: Record<string, unknown> = {};
    self.self = kind === 'a list' ? [self, self] : self;
    expect(isValid({ ...call, input: self })).toBe(false);
  });

  test('accepts or refuses any value without an exception', () => {
    const facts = fc.oneof(...Object.values(localFactArbitraries)) as fc.Arbitrary<Record<string, unknown>>;
    fc.assert(
      fc.property(facts, fc.nat(), hostileArbitrary, (fact, place, value) => {
        const keys = Object.keys(fact);
        const entry = { ...stamp, ...fact, [keys[place % keys.length]!]: value };
        expect([true, false]).toContain(isValid(entry));
        expect([true, false]).toContain(isValid(value));
      }),
    );
    // The schema alone would walk all the holes; entries come out of JSON, which has none.
    const { 'a list with four billion holes': _, ...others } = oddValues;
    for (const make of Object.values(others)) {
      for (const key of ['calls', 'input', 'message', 'tools', 'type']) {
        expect(isValid({ ...stamp, type: 'paused', calls: [], [key]: make() })).toBe(false);
      }
    }
  });

  test('refuses an input that is deeper than what we could send', () => {
    const nest = (levels: number): unknown => (levels === 0 ? 1 : [nest(levels - 1)]);
    expect(isValid({ ...call, input: nest(200) })).toBe(true);
    expect(isValid({ ...call, input: nest(201) })).toBe(false);
    expect(logEntrySchema.safeParse({ ...call, input: nest(201) }).error?.issues[0]?.message).toContain('200 levels');
  });
});

describe('the types of entries', () => {
  test('the type of an entry gives its fact', () => {
    const entry = logEntrySchema.parse({ ...stamp, type: 'paused', calls: [{ callId: 'c', tool: 't', input: 1 }] });
    if (entry.type !== 'paused') throw new Error('it is a pause');
    expectTypeOf(entry.calls[0]!.callId).toEqualTypeOf<string>();
    expectTypeOf<LogEntry>().toExtend<NewEntry>();
    expectTypeOf<NewEntry>().toExtend<Fact>();
    expect(entry.calls).toHaveLength(1);
  });
});

const REQUIRED: Record<string, string[]> = {
  'run-started': ['answerId'],
  message: ['to', 'message'],
  call: ['callId', 'tool', 'kind', 'input'],
  'call-started': ['callId', 'tool', 'kind', 'input'],
  'call-ended': ['callId', 'tool', 'kind', 'result'],
  usage: ['model', 'usage'],
  'text-started': ['attempt', 'part', 'kind'],
  'text-written': ['attempt', 'parts'],
  'text-abandoned': ['attempt', 'parts'],
  compacted: ['through'],
  notice: ['code', 'text'],
  paused: ['calls'],
  resumed: ['callIds'],
  'run-ended': ['outcome', 'text'],
};
