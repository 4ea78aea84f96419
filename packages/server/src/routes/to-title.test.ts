import type { LogEntry } from '@posthouse/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toTitle } from './to-title.ts';

const message = (body: string, addressType = 'user'): LogEntry =>
  ({
    type: 'message',
    seq: 1,
    at: '',
    run: 1,
    to: 'clerk',
    message: { message: { sender: { addressType, address: 'x' }, body } },
  }) as unknown as LogEntry;

test('a title is what the owner wrote first, in one line', () => {
  expect(toTitle([message('from the system', 'system'), message('  What\n is   up? '), message('more')])).toBe(
    'What is up?',
  );
  expect(toTitle([message('an admin', 'admin')])).toBe('an admin');
});

test('nobody wrote anything: no title', () => {
  expect(toTitle([])).toBeUndefined();
  expect(toTitle([message('  '), message('agent', 'agent')])).toBeUndefined();
});

test('a title is short, and no letter of it is cut in half', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (body) => {
      const title = toTitle([message(body)]) ?? '';
      expect([...title].length).toBeLessThanOrEqual(60);
      expect(title.isWellFormed()).toBe(body.isWellFormed());
    }),
  );
});
