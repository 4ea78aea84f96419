import { describe, expect, it } from 'vitest';
import { called, completed, token, told, usage } from '../__fixtures__/frames.ts';
import { outline, translate } from '../__fixtures__/translate.ts';

const thinks = (agent: string, delta: string, place = {}) => token(agent, 'reasoning', delta, place);
const says = (agent: string, delta: string, place = {}) => token(agent, 'text', delta, place);
const thoughts = (frames: Parameters<typeof translate>[0]) =>
  outline(translate([...frames, completed('')])).filter((line) => line.startsWith('reasoning'));

describe('what agents think', () => {
  it('has a block for each agent', () => {
    const frames = [thinks('boss', 'Hm'), thinks('clerk', 'Oh', { turn: 2 }), thinks('boss', 'm.', { offset: 2 })];
    expect(thoughts(frames)).toEqual([
      'reasoning-1 of boss',
      'reasoning-1 + Hm',
      'reasoning-2 of clerk',
      'reasoning-2 + Oh',
      'reasoning-1 + m.',
      'reasoning-1 ends',
      'reasoning-2 ends',
    ]);
  });

  it('is not told again when the log confirms it', () => {
    const frames = [thinks('boss', 'Hm.'), called('boss', 'add', 'c', { reasoning: 'Hm.' }), usage('boss', 1, 1)];
    expect(thoughts(frames)).toEqual(['reasoning-1 of boss', 'reasoning-1 + Hm.', 'reasoning-1 ends']);
  });

  it('is told by the log where it was not told live', () => {
    const frames = [called('boss', 'add', 'c', { reasoning: 'Hm.', preamble: 'So.' })];
    expect(thoughts(frames)).toEqual([
      'reasoning-1 of boss',
      'reasoning-1 + Hm.',
      'reasoning-1 ends',
      'reasoning-2 of boss (preamble)',
      'reasoning-2 + So.',
      'reasoning-2 ends',
    ]);
  });

  it('is completed where pieces were lost', () => {
    const frames = [thinks('boss', 'First'), thinks('boss', 'last', { offset: 20 })];
    expect(thoughts([...frames, called('boss', 'add', 'c', { reasoning: 'First this, then last' })])).toEqual([
      'reasoning-1 of boss',
      'reasoning-1 + First',
      'reasoning-1 +  this, then last',
      'reasoning-1 ends',
    ]);
  });

  it('comes in parts, which the log joins', () => {
    const frames = [thinks('boss', 'One.'), says('boss', 'Wait.', { part: 1 }), thinks('boss', 'Two.', { part: 2 })];
    const joined = called('boss', 'add', 'c', { reasoning: 'One.\n\nTwo.', preamble: 'Wait.' });
    expect(thoughts([...frames, joined])).toEqual([
      'reasoning-1 of boss',
      'reasoning-1 + One.',
      'reasoning-1 ends',
      'reasoning-2 of boss (preamble)',
      'reasoning-2 + Wait.',
      'reasoning-2 ends',
      'reasoning-3 of boss',
      'reasoning-3 + Two.',
      'reasoning-3 ends',
    ]);
  });

  it('is told whole when what was shown is something else', () => {
    expect(thoughts([thinks('boss', 'Hm.'), called('boss', 'add', 'c', { reasoning: 'Ah!' })])).toEqual([
      'reasoning-1 of boss',
      'reasoning-1 + Hm.',
      'reasoning-2 of boss',
      'reasoning-2 + Ah!',
      'reasoning-2 ends',
      'reasoning-1 ends',
    ]);
  });

  it('is taken back with the try it belongs to, and with no other', () => {
    const frames = [
      thinks('boss', 'Hm.'),
      thinks('clerk', 'Oh.', { turn: 2 }),
      told('text_abandoned', { caller: 'boss', turn: 1, attempt: 1 }),
      thinks('boss', 'Hm!', { attempt: 2 }),
    ];
    expect(thoughts(frames)).toEqual([
      'reasoning-1 of boss',
      'reasoning-1 + Hm.',
      'reasoning-2 of clerk',
      'reasoning-2 + Oh.',
      'reasoning-1 retracted',
      'reasoning-3 of boss',
      'reasoning-3 + Hm!',
      'reasoning-2 ends',
      'reasoning-3 ends',
    ]);
  });

  it('does not begin in its middle', () => {
    expect(thoughts([thinks('boss', 'middle', { offset: 5 })])).toEqual([]);
  });
});
