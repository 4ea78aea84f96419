import { describe, expect, it } from 'vitest';
import { CHECKS } from '../checks/all-checks.ts';
import { REQUIREMENTS } from './requirement.ts';

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
