import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageArbitrary } from '../__fixtures__/message-arbitraries.ts';
import { completeSamples } from '../__fixtures__/samples.ts';
import type { MAILAddress } from './mail-address.ts';
import { type MAILMessage, mailMessageWire, type MessageType } from './mail-message.ts';
import { priorityTier, type PriorityTier } from './priority-tier.ts';

const messages = completeSamples['mail-message'].map((sample) => mailMessageWire.parse(sample).value);

const from = (addressType: MAILAddress['addressType'], msgType: MessageType): MAILMessage => {
  const sample = messages.find((message) => message.msgType === msgType)!;
  return { ...sample, message: { ...sample.message, sender: { addressType, address: 'x' } } } as MAILMessage;
};

const table: [MAILAddress['addressType'], Record<MessageType, PriorityTier>][] = [
  ['system', { request: 1, response: 1, broadcast: 1, interrupt: 1, broadcast_complete: 1 }],
  ['admin', { request: 2, response: 2, broadcast: 2, interrupt: 2, broadcast_complete: 2 }],
  ['user', { request: 2, response: 2, broadcast: 2, interrupt: 2, broadcast_complete: 2 }],
  ['agent', { request: 5, response: 5, broadcast: 4, interrupt: 3, broadcast_complete: 3 }],
];

describe('priorityTier', () => {
  const rows = table.flatMap(([sender, tiers]) =>
    Object.entries(tiers).map(([type, tier]) => [sender, type as MessageType, tier] as const),
  );

  test.each(rows)('ranks mail of a sender %s, of type %s, as %d', (sender, type, tier) => {
    expect(priorityTier(from(sender, type))).toBe(tier);
  });

  test('depends on nothing but sender type and message type', () => {
    fc.assert(
      fc.property(messageArbitrary, (message) => {
        const { addressType } = message.message.sender;
        expect(priorityTier(message)).toBe(priorityTier(from(addressType, message.msgType)));
      }),
    );
  });
});
