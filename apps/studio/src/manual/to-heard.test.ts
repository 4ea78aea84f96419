import { expect, test } from 'vitest';
import { toHeard } from './to-heard.ts';

const mail = (seq: number, from: string, to: string, body: string) => ({
  seq,
  from,
  to,
  body,
  subject: '',
  type: 'broadcast',
});

test('a message to several agents is shown once', () => {
  expect(
    toHeard([mail(1, 'you', 'ann', 'Trains?'), mail(2, 'you', 'ben', 'Trains?'), mail(3, 'ann', 'ben', 'Of course.')]),
  ).toEqual([
    { seq: 1, from: 'you', to: ['ann', 'ben'], body: 'Trains?' },
    { seq: 3, from: 'ann', to: ['ben'], body: 'Of course.' },
  ]);
});

test('the same words sent twice are shown twice', () => {
  expect(toHeard([mail(1, 'ann', 'ben', 'No.'), mail(2, 'ann', 'ben', 'No.')])).toHaveLength(2);
  expect(toHeard([])).toEqual([]);
});
