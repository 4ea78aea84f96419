import type { LogEntry } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { OpenTexts } from './open-texts.ts';

const token = (agent: string, offset: number, delta: string, part = 0) =>
  ({ type: 'token', agent, turn: 1, attempt: 1, part, kind: 'text', offset, delta }) as const;
const entry = (type: string, agent: string) =>
  ({ type, agent, turn: 1, run: 1, seq: 1, at: '', attempt: 1, parts: [] }) as unknown as LogEntry;

test('text grows until it is in the log, and is told from its beginning', () => {
  const texts = new OpenTexts();
  texts.see(token('a', 0, 'Hel'));
  texts.see(token('a', 3, 'lo'));
  texts.see(token('b', 0, 'Oh'));
  texts.see(token('a', 2, 'LLO'));
  expect(texts.all()).toMatchObject([
    { agent: 'a', offset: 0, delta: 'HeLLO' },
    { agent: 'b', offset: 0, delta: 'Oh' },
  ]);
  texts.see(entry('text-started', 'a'));
  texts.see(entry('call', 'a'));
  expect(texts.all()).toHaveLength(2);
  texts.see(entry('text-written', 'a'));
  expect(texts.all()).toMatchObject([{ agent: 'b' }]);
  texts.see(entry('text-abandoned', 'b'));
  expect(texts.all()).toEqual([]);
});
