import { expect, test } from 'vitest';
import { type LetterMetadata, letterMetadataWire } from './letter-metadata.ts';

const everything: LetterMetadata = {
  from: 'user:ada@alpha',
  to: 'swarm:alpha@beta',
  hops: 2,
  above: ['alpha'],
  seq: 3,
  left: { messages: 4, turns: 5, milliseconds: 6, tokens: 7, cost: 0.5 },
  invitations: { alpha: 'text' },
  ended: { outcome: 'complete', seen: ['m'], answered: true },
  paused: [{ callId: 'c', tool: 'ask_human', input: { deep_key: 1 } }],
  run: 8,
};

test('metadata survives the wire under its wire names', () => {
  const wire = letterMetadataWire.emit(everything);
  expect(wire).toMatchObject({ paused: [{ call_id: 'c', input: { deep_key: 1 } }] });
  expect(letterMetadataWire.parse(JSON.parse(JSON.stringify(wire)))).toEqual({ value: everything, dropped: [] });
});

test('metadata may be empty', () => {
  expect(letterMetadataWire.parse({})).toEqual({ value: {}, dropped: [] });
});

test.each([
  ['hops that are no number', { hops: 'many' }],
  ['less than nothing left', { left: { tokens: -1 } }],
  ['an outcome that there is not', { ended: { outcome: 'fine' } }],
  ['a pause for no call', { paused: [] }],
  ['a call without a name', { paused: [{ call_id: '', tool: 't', input: {} }] }],
  ['an invitation as long as a book', { invitations: { alpha: 'x'.repeat(257) } }],
  ['more swarms than there can be', { above: Array.from({ length: 101 }, String) }],
])('metadata is refused with %s', (_, wire) => {
  expect(() => letterMetadataWire.parse(wire)).toThrow(/letter metadata/);
});
