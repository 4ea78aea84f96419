import { expect, test } from 'vitest';
import { letter } from '../../__fixtures__/letters.ts';
import { noteOf, withNote } from './letter-note.ts';

const message = letter('boss', 'chief@beta');

test('a message without a note has an empty one', () => {
  const { routingInfo: _, ...words } = message.message;
  expect(noteOf({ ...message, message: words } as typeof message)).toEqual({});
});

test('a note is added to earlier notes and to other routing info', () => {
  const noted = withNote(withNote(message, { hops: 2, late: true }), { hops: 3 });
  expect(noteOf(noted)).toEqual({ hops: 3, late: true });
  expect(noted.message.routingInfo).toMatchObject({ remote_swarm: 'beta' });
  expect(message.message.routingInfo).not.toHaveProperty('letter');
});
