import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDesks } from '../__fixtures__/test-desk.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { Desk } from '../services/services.ts';
import { setDefaultResume } from './default-resume.ts';
import { chooseResume } from './find-resume.ts';
import { createResume, deleteResume, listResumes, updateResume } from './save-resume.ts';

const plain = { source: 'paste', parseStatus: 'success', parseErrors: [], content: '# Ann' };
const add = (desk: Desk, name: string, isDefault = false): number =>
  createResume(desk, { ...plain, name, isDefault }).id;
const defaults = (desk: Desk): number[] =>
  listResumes(desk)
    .filter(({ isDefault }) => isDefault)
    .map(({ id }) => id);

describe('the default resume', () => {
  test('is the first one, until another is chosen', () => {
    using desks = openDesks();
    const first = add(desks.ann, 'first');
    const second = add(desks.ann, 'second');
    expect(defaults(desks.ann)).toEqual([first]);
    expect(setDefaultResume(desks.ann, second)).toMatchObject({
      resume: { id: second, isDefault: true },
      previousDefaultId: first,
    });
    expect(defaults(desks.ann)).toEqual([second]);
    expect(add(desks.ann, 'third', true)).toEqual(defaults(desks.ann)[0]);
  });

  test('stays when an unknown one is named, or one of another owner', () => {
    using desks = openDesks();
    const mine = add(desks.ann, 'mine');
    const other = add(desks.bob, 'other');
    expect(() => setDefaultResume(desks.ann, 99)).toThrow('Resume 99 not found');
    expect(() => setDefaultResume(desks.ann, other)).toThrow(JobsError);
    expect(defaults(desks.ann)).toEqual([mine]);
    expect(defaults(desks.bob)).toEqual([other]);
  });

  test('passes to the most recently changed one', () => {
    using desks = openDesks();
    const { ann, clock } = desks;
    const [first, second] = [add(ann, 'first'), add(ann, 'second'), add(ann, 'third')];
    clock.time += 1_000;
    updateResume(ann, second, { name: 'newer' });
    expect(deleteResume(ann, first)).toEqual({ newDefaultId: second });
  });

  test('passes to one without a text only if there is no other', () => {
    using desks = openDesks();
    const { ann } = desks;
    const [first, second] = [add(ann, 'first'), add(ann, 'second')];
    const scanned = createResume(ann, { ...plain, name: 'scanned', content: '', parseStatus: 'failed' }).id;
    expect(deleteResume(ann, first)).toEqual({ newDefaultId: second });
    expect(deleteResume(ann, second)).toEqual({ newDefaultId: scanned });
  });

  test('is reported as missing when there is none', () => {
    using desks = openDesks();
    expect(() => chooseResume(desks.ann, undefined)).toThrow(expect.objectContaining({ code: 'no_default_resume' }));
  });

  type Step = { owner: 'ann' | 'bob'; action: 'add' | 'add default' | 'set' | 'delete' | 'rename'; number: number };
  const steps = fc.array(
    fc.record<Step>({
      owner: fc.constantFrom('ann', 'bob'),
      action: fc.constantFrom('add', 'add default', 'set', 'delete', 'rename'),
      number: fc.integer({ min: 1, max: 12 }),
    }),
    { maxLength: 25 },
  );

  function take(desk: Desk, { action, number }: Step): void {
    if (action === 'add') add(desk, 'one');
    else if (action === 'add default') add(desk, 'one', true);
    else if (action === 'set') setDefaultResume(desk, number);
    else if (action === 'delete') deleteResume(desk, number);
    else updateResume(desk, number, { name: 'other', ...(number % 2 === 0 ? { isDefault: true } : {}) });
  }

  function failureOf(action: () => void): string | undefined {
    try {
      action();
      return undefined;
    } catch (error) {
      return error instanceof JobsError ? error.code : String(error);
    }
  }

  test('is exactly one whenever there is a resume, whatever happens', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        using desks = openDesks();
        for (const step of taken) {
          expect(failureOf(() => take(desks[step.owner], step))).toBeOneOf([undefined, 'not_found']);
          for (const desk of [desks.ann, desks.bob]) {
            expect(defaults(desk)).toHaveLength(Math.min(1, listResumes(desk).length));
          }
        }
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 500 : 40 },
    );
  });
});
