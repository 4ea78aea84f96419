import { describe, expect, it } from 'vitest';
import { CHECKS } from '../checks/all-checks.ts';
import { REQUIREMENTS } from './requirement.ts';
import { SENTENCES } from './sentences.ts';

describe('the rules of MAIL', () => {
  it('the rules are N01 to N57, once each and in order', () => {
    expect(REQUIREMENTS.map(({ id }) => id)).toEqual(
      Array.from({ length: 57 }, (_rule, index) => `N${String(index + 1).padStart(2, '0')}`),
    );
  });

  it('the rules are sentences', () => {
    for (const { says } of CHECKS) expect(says).toMatch(/^[A-Z].*\.$/);
  });

  it('every rule has a check, or a reason why there can be none', () => {
    const hidden = REQUIREMENTS.filter((rule) => rule.hidden !== undefined);
    expect(hidden).toHaveLength(10);
    for (const { hidden: reason } of hidden) expect(reason!.length).toBeGreaterThan(20);
  });
});

describe('the checks', () => {
  it('the checks that are a MUST name the sentence of the specification that demands them', () => {
    const musts = CHECKS.filter(({ level }) => level === 'MUST').map(({ id }) => id);
    for (const id of musts) expect(SENTENCES[id], id).toMatch(/^[A-Z].*, \d(\.\d)?$/);
    expect(musts.filter((id) => !id.startsWith('N'))).toEqual([
      'B01',
      'B02',
      'B03',
      'B04',
      'B05',
      'B37',
      'S05',
      'D-simple',
      'D-delegate',
      'D-broadcast',
      'D-interrupt',
      'D-badtarget',
      'D-badargs',
      'D-unknown_action',
      'D-forbidden_action',
      'D-action_raises',
      'D-raise',
      'D-multi_turn',
      'D-notools',
      'D-interswarm',
    ]);
  });

  it('the checks cover every sentence that is named, and no other', () => {
    const named = CHECKS.flatMap(({ id, sentence }) => (sentence === undefined ? [] : [id]));
    expect(named.toSorted()).toEqual(Object.keys(SENTENCES).toSorted());
  });

  it('the checks have unique ids', () => {
    const ids = CHECKS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('the checks include every row of the matrix of answers', () => {
    const rows = CHECKS.map(({ id }) => id).filter((id) => id.startsWith('B'));
    expect(rows).toEqual(Array.from({ length: 37 }, (_row, index) => `B${String(index + 1).padStart(2, '0')}`));
  });

  it('the checks of scenarios need the conformance swarm', () => {
    const scenarios = CHECKS.filter(({ id }) => id.startsWith('D-'));
    expect(scenarios).toHaveLength(25);
    for (const { needs } of scenarios) expect(needs).toContain('scenarios');
  });
});
