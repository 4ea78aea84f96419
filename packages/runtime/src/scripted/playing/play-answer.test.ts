import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTurn } from '../__fixtures__/arbitrary-turn.ts';
import { makeRequest } from '../__fixtures__/make-request.ts';
import { call, say, think } from '../builders.ts';
import type { MidstreamFault } from '../fault.ts';
import type { ScriptedTurn } from '../turn.ts';
import { streamedText } from './answer.ts';
import { playAnswer, type Step } from './play-answer.ts';
import { toAnswer } from './to-answer.ts';

const play = (turn: ScriptedTurn): Step[] => [...playAnswer(toAnswer(turn, makeRequest()))];

/** Steps in words, short enough to compare at a glance. */
function tell(steps: readonly Step[]): string[] {
  return steps.map((step) => {
    if (step.type === 'wait') return `wait ${step.ms}`;
    if (step.type === 'fault') return step.fault.kind;
    const { event } = step;
    if (event.type === 'delta') return `${event.index} ${event.delta}`;
    return 'index' in event ? `${event.index} ${event.type}` : event.type;
  });
}

describe('playAnswer', () => {
  it('starts, sends each part in chunks, and finishes', () => {
    expect(tell(play({ content: [think('abc'), say('de')], chunkSize: 2 }))).toEqual([
      'start',
      '0 part-start',
      '0 ab',
      '0 c',
      '0 part-end',
      '1 part-start',
      '1 de',
      '1 part-end',
      'finish',
    ]);
  });

  it('gives each event the part it belongs to', () => {
    const steps = play({ content: [call('add', { a: 1 })] });
    const parts = steps.flatMap((step) => (step.type === 'event' && 'part' in step.event ? [step.event.part] : []));
    expect(parts).toHaveLength(3);
    for (const part of parts) expect(part).toMatchObject({ type: 'tool-call', name: 'add' });
  });

  it('sends an empty part without a chunk', () => {
    expect(tell(play({ text: '' }))).toEqual(['start', '0 part-start', '0 part-end', 'finish']);
    expect(tell(play({ content: [] }))).toEqual(['start', 'finish']);
  });

  it('sends redacted reasoning without a chunk', () => {
    expect(tell(play({ content: [{ type: 'reasoning', text: 'secret', redacted: true }] }))).toEqual([
      'start',
      '0 part-start',
      '0 part-end',
      'finish',
    ]);
  });

  it('pauses before each chunk, across parts', () => {
    expect(
      tell(play({ reasoning: 'ab', text: 'c', chunkSize: 1, delayMs: 5 })).filter((each) => !each.includes('part')),
    ).toEqual(['start', 'wait 5', '0 a', 'wait 5', '0 b', 'wait 5', '1 c', 'finish']);
  });

  it('pauses differently before the first chunk', () => {
    expect(tell(play({ text: 'ab', chunkSize: 1, delayMs: 5, firstDelayMs: 50 }))).toEqual([
      'start',
      '0 part-start',
      'wait 50',
      '0 a',
      'wait 5',
      '0 b',
      '0 part-end',
      'finish',
    ]);
  });

  it('pauses once even if the answer is empty', () => {
    expect(tell(play({ text: '', firstDelayMs: 50 }))).toEqual([
      'start',
      '0 part-start',
      '0 part-end',
      'wait 50',
      'finish',
    ]);
  });

  describe.each(['error-event', 'dropped-socket', 'stall', 'truncated-json'] as const)('with %s', (kind) => {
    const turn = (afterChunks: number): ScriptedTurn => ({
      reasoning: 'ab',
      text: 'c',
      chunkSize: 1,
      fault: { kind, afterChunks },
    });

    it('breaks before any output after zero chunks', () => {
      expect(tell(play(turn(0)))).toEqual([kind]);
    });

    it('breaks right after the chunk', () => {
      expect(tell(play(turn(1)))).toEqual(['start', '0 part-start', '0 a', kind]);
      expect(tell(play(turn(3)))).toEqual([
        'start',
        '0 part-start',
        '0 a',
        '0 b',
        '0 part-end',
        '1 part-start',
        '1 c',
        kind,
      ]);
    });

    it('breaks before the end when there are fewer chunks', () => {
      expect(tell(play(turn(99))).slice(-3)).toEqual(['1 c', '1 part-end', kind]);
    });
  });

  it('sends everything once, in order, whatever the chunk size', () => {
    fc.assert(
      fc.property(arbitraryTurn, (turn) => {
        const answer = toAnswer(turn, makeRequest());
        const said = answer.parts.map(() => '');
        for (const step of playAnswer(answer)) {
          if (step.type === 'event' && step.event.type === 'delta') said[step.event.index] += step.event.delta;
        }
        expect(said).toEqual(answer.parts.map(streamedText));
      }),
    );
  });

  it('opens and closes every part, one at a time, between start and finish', () => {
    fc.assert(
      fc.property(arbitraryTurn, (turn) => {
        const frame = tell(play(turn)).filter((each) => /^(start|finish|\d+ part-(start|end))$/.test(each));
        const indexes = [...(turn.content ?? []).keys()];
        expect(frame).toEqual(['start', ...indexes.flatMap((at) => [`${at} part-start`, `${at} part-end`]), 'finish']);
      }),
    );
  });

  it('sends the same up to a fault as without it', () => {
    fc.assert(
      fc.property(arbitraryTurn, fc.integer({ min: 1, max: 30 }), (turn, afterChunks) => {
        const fault: MidstreamFault = { kind: 'stall', afterChunks };
        const broken = tell(play({ ...turn, fault }));
        expect(broken.at(-1)).toBe('stall');
        expect(tell(play(turn)).slice(0, broken.length - 1)).toEqual(broken.slice(0, -1));
      }),
    );
  });
});
