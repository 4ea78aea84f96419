import type { LogEntry } from '@posthouse/protocol';
import type { TokenEvent } from '@posthouse/runtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LiveTexts } from './live-texts.ts';

const token = (offset: number, delta: string, place: Partial<TokenEvent> = {}): TokenEvent => ({
  type: 'token',
  agent: 'writer',
  turn: 1,
  attempt: 1,
  part: 0,
  kind: 'answer',
  offset,
  delta,
  ...place,
});

test('text grows from its beginning, whatever pieces it came in', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (deltas) => {
      const texts = new LiveTexts();
      let offset = 0;
      for (const delta of deltas) {
        texts.see(token(offset, delta));
        offset += delta.length;
      }
      expect(texts.all()).toEqual([token(0, deltas.join(''))]);
    }),
  );
});

test('a piece that is told again takes the place of what it repeats', () => {
  const texts = new LiveTexts();
  texts.see(token(0, 'hello'));
  texts.see(token(3, 'p me'));
  expect(texts.all()).toEqual([token(0, 'help me')]);
});

test('what was told is not changed afterwards', () => {
  const texts = new LiveTexts();
  const first = token(0, 'a');
  texts.see(first);
  texts.see(token(1, 'b'));
  expect(first.delta).toBe('a');
});

test('the beginning of another part does not make a turn forgotten', () => {
  const texts = new LiveTexts();
  texts.see(token(0, 'one'));
  const place = { seq: 1, at: '', run: 1, agent: 'writer', turn: 1 };
  texts.see({ ...place, type: 'text-started', attempt: 1, part: 1, kind: 'text' });
  expect(texts.all()).toHaveLength(1);
  texts.see({ ...place, type: 'text-written', attempt: 1, parts: [] });
  expect(texts.all()).toEqual([]);
});

test('a turn that is in the log is forgotten, others are not', () => {
  const texts = new LiveTexts();
  texts.see(token(0, 'one'));
  texts.see(token(0, 'two', { part: 1 }));
  texts.see(token(0, 'other turn', { turn: 2 }));
  texts.see(token(0, 'other agent', { agent: 'reader' }));
  texts.see({ seq: 1, at: '', run: 1, agent: 'writer', turn: 1, type: 'notice', code: 'x', text: '' } as LogEntry);
  expect(texts.all().map((text) => text.delta)).toEqual(['other turn', 'other agent']);
});
