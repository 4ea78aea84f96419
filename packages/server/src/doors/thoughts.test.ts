import { describe, expect, test } from 'vitest';
import { Thoughts } from './thoughts.ts';

const place = { agent: 'lead', turn: 1, attempt: 1, part: 0, kind: 'reasoning' as const };
const token = (delta: string, offset: number, more: Partial<typeof place> = {}) => ({
  ...place,
  ...more,
  offset,
  delta,
});
const text = (written: string, more: object = {}) => ({ ...place, ...more, text: written });

describe('thoughts', () => {
  test('are told as they are written, and completed when the turn is recorded', () => {
    const thoughts = new Thoughts();
    const id = 'lead/1/1/0';
    expect(thoughts.take(token('Hm', 0))).toEqual([{ type: 'thought', id, agent: 'lead', delta: 'Hm' }]);
    expect(thoughts.take(token('Hm', 0))).toEqual([]);
    expect(thoughts.settle({ agent: 'lead', turn: 1 }, [text('Hm, yes')])).toEqual([
      { type: 'thought', id, agent: 'lead', delta: ', yes' },
      { type: 'thought-ended', id, retracted: false },
    ]);
    expect(thoughts.end()).toEqual([]);
  });

  test('that nobody saw being written are told whole; answers and blanks are none', () => {
    const thoughts = new Thoughts();
    const parts = [text('First', { part: 0 }), text('42', { part: 1, kind: 'answer' }), text(' \n', { part: 2 })];
    expect(thoughts.settle({ agent: 'lead', turn: 1 }, parts)).toEqual([
      { type: 'thought', id: 'lead/1/1/0', agent: 'lead', delta: 'First' },
      { type: 'thought-ended', id: 'lead/1/1/0', retracted: false },
    ]);
  });

  test('of a try that was given up are retracted, and nobody else’s', () => {
    const thoughts = new Thoughts();
    thoughts.take(token('One', 0));
    thoughts.take(token('Two', 0, { attempt: 2 }));
    thoughts.take(token('Other', 0, { agent: 'helper' }));
    expect(thoughts.drop({ agent: 'lead', turn: 1, attempt: 1 })).toEqual([
      { type: 'thought-ended', id: 'lead/1/1/0', retracted: true },
    ]);
    expect(thoughts.end().map(({ id }) => id)).toEqual(['lead/1/2/0', 'helper/1/1/0']);
  });
});
