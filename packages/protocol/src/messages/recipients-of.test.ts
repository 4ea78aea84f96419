import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageArbitrary } from '../__fixtures__/message-arbitraries.ts';
import { recipientsOf } from './recipients-of.ts';

describe('recipientsOf', () => {
  test('gives the one recipient of a request or response, and all of a broadcast or interrupt', () => {
    fc.assert(
      fc.property(messageArbitrary, (message) => {
        const recipients = recipientsOf(message);
        expect(recipients.length).toBeGreaterThan(0);
        const { message: payload } = message;
        expect(recipients).toEqual('recipient' in payload ? [payload.recipient] : payload.recipients);
      }),
    );
  });
});
