import type { LogEntry, NewEntry } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { runTeller, type Telling } from './run-teller.ts';

const at = '2026-03-01T08:30:00.000Z';
let seq = 0;
const entry = (fact: object): LogEntry => ({ run: 1, seq: (seq += 1), at, ...fact }) as unknown as NewEntry & LogEntry;
const turn = { agent: 'lead', turn: 1 };
const token = (delta: string, offset: number, kind: 'answer' | 'reasoning' = 'answer') => ({
  type: 'token' as const,
  ...turn,
  attempt: 1,
  part: kind === 'answer' ? 1 : 0,
  kind,
  offset,
  delta,
});
const usage = (inputTokens: number, more: object = {}) =>
  entry({ type: 'usage', ...turn, model: 'm', usage: { inputTokens, outputTokens: 1, ...more } });
const ended = (fact: object = {}) => entry({ type: 'run-ended', outcome: 'complete', text: 'done', ...fact });
const typesOf = (tellings: readonly Telling[]) => tellings.map(({ type }) => type);

describe('a run', () => {
  test('is told with its answer as it is written, and its end', () => {
    const teller = runTeller();
    expect(teller.take(token('do', 0))).toEqual([{ type: 'answer', delta: 'do' }]);
    expect(teller.take(ended())).toEqual([
      { type: 'answer', delta: 'ne' },
      { type: 'ended', outcome: 'complete', text: 'done' },
    ]);
  });

  test('is told the same from its log, in fewer pieces', () => {
    const parts = [
      { ...turn, attempt: 1, part: 0, kind: 'reasoning', text: 'Hm.' },
      { ...turn, attempt: 1, part: 1, kind: 'answer', text: 'done' },
    ];
    const log = [entry({ type: 'text-written', ...turn, attempt: 1, parts }), ended()];
    const live = [token('H', 0, 'reasoning'), token('m.', 1, 'reasoning'), token('do', 0), token('ne', 2), ...log];
    const tell = (events: typeof live | LogEntry[]): string => {
      const teller = runTeller();
      const tellings = events.flatMap((event) => teller.take(event));
      const words = (type: 'answer' | 'thought') =>
        tellings.map((each) => (each.type === type ? (each as { delta: string }).delta : '')).join('');
      return JSON.stringify([words('thought'), words('answer'), tellings.at(-1)]);
    };
    expect(tell(live)).toBe(tell(log));
  });

  test('starts its answer over when the first one is refused, or given up', () => {
    const refused = entry({
      type: 'call-ended',
      ...turn,
      callId: 'c',
      tool: 'task_complete',
      kind: 'mail',
      result: { status: 'error', content: 'no JSON' },
    });
    const abandoned = entry({ type: 'text-abandoned', ...turn, attempt: 1, parts: [] });
    for (const end of [refused, abandoned]) {
      const teller = runTeller();
      teller.take(token('first', 0));
      teller.take(end);
      expect(typesOf(teller.take(ended({ text: 'second' })))).toEqual(['answer-retracted', 'answer', 'ended']);
    }
  });

  test('that pauses takes back what looked like an answer, and names the calls', () => {
    const teller = runTeller();
    teller.take(token('maybe', 0));
    teller.take(token('hm', 0, 'reasoning'));
    const calls = [{ callId: 'c', tool: 'ask', input: {} }];
    const paused = entry({ type: 'paused', ...turn, calls });
    const tellings = teller.take(paused);
    expect(typesOf(tellings)).toEqual(['answer-retracted', 'thought-ended', 'paused']);
    expect(tellings.at(-1)).toEqual({ type: 'paused', seq: paused.seq, calls });
  });

  test('that fails says why, and keeps no half answer', () => {
    const teller = runTeller();
    teller.take(token('half', 0));
    expect(teller.take(ended({ outcome: 'error', text: 'no model', code: 'model_failed' }))).toEqual([
      { type: 'answer-retracted' },
      { type: 'ended', outcome: 'error', text: 'no model', code: 'model_failed' },
    ]);
  });

  test('sums up what all agents used, those of other swarms too', () => {
    const teller = runTeller();
    teller.take(usage(10, { cacheReadTokens: 4, reasoningTokens: 1 }));
    teller.take(usage(5, { cacheReadTokens: 1 }));
    const fact = { type: 'usage', model: 'm', usage: { inputTokens: 100, outputTokens: 2 } };
    teller.take(entry({ type: 'remote', swarm: 'annex', ...turn, fact }));
    expect(teller.usage).toEqual({ inputTokens: 115, outputTokens: 4, cacheReadTokens: 5, reasoningTokens: 1 });
  });

  test('tells nothing of what is nobody’s business, and nothing of the ends of others', () => {
    const teller = runTeller();
    const facts = [
      { type: 'notice', code: 'c', text: 't' },
      { type: 'resumed', callIds: [] },
      { type: 'text-started', ...turn, attempt: 1, part: 0, kind: 'answer' },
      { type: 'remote', swarm: 'annex', fact: { type: 'run-ended', outcome: 'complete', text: 'theirs' } },
    ];
    expect(facts.flatMap((fact) => teller.take(entry(fact)))).toEqual([]);
  });
});
