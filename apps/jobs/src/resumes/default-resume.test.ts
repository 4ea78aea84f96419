import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTestOwners } from '../__fixtures__/test-owners.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { OwnerServices } from '../services/services.ts';
import { setDefaultResume } from './default-resume.ts';
import { chooseResume } from './find-resume.ts';
import { createResume, deleteResume, listResumes, updateResume } from './save-resume.ts';

const plain = { source: 'paste', parseStatus: 'success', parseErrors: [], content: '# Ann' };
const add = (services: OwnerServices, name: string, isDefault = false): number =>
  createResume(services, { ...plain, name, isDefault }).id;
const defaults = (services: OwnerServices): number[] =>
  listResumes(services)
    .filter(({ isDefault }) => isDefault)
    .map(({ id }) => id);

describe('the default resume', () => {
  test('the first resume is the default, until another is chosen', () => {
    using owners = openTestOwners();
    const first = add(owners.ann, 'first');
    const second = add(owners.ann, 'second');
    expect(defaults(owners.ann)).toEqual([first]);
    expect(setDefaultResume(owners.ann, second)).toMatchObject({
      resume: { id: second, isDefault: true },
      previousDefaultId: first,
    });
    expect(defaults(owners.ann)).toEqual([second]);
    expect(add(owners.ann, 'third', true)).toEqual(defaults(owners.ann)[0]);
  });

  test('the default stays when an unknown resume is named, or one of another owner', () => {
    using owners = openTestOwners();
    const mine = add(owners.ann, 'mine');
    const other = add(owners.bob, 'other');
    expect(() => setDefaultResume(owners.ann, 99)).toThrow('Resume 99 not found');
    expect(() => setDefaultResume(owners.ann, other)).toThrow(JobsError);
    expect(defaults(owners.ann)).toEqual([mine]);
    expect(defaults(owners.bob)).toEqual([other]);
  });

  test('the default passes to the most recently changed resume', () => {
    using owners = openTestOwners();
    const { ann, clock } = owners;
    const [first, second] = [add(ann, 'first'), add(ann, 'second'), add(ann, 'third')];
    clock.time += 1_000;
    updateResume(ann, second, { name: 'newer' });
    expect(deleteResume(ann, first)).toEqual({ newDefaultId: second });
  });

  test('the default passes to a resume without a text only if there is no other', () => {
    using owners = openTestOwners();
    const { ann } = owners;
    const [first, second] = [add(ann, 'first'), add(ann, 'second')];
    const scanned = createResume(ann, { ...plain, name: 'scanned', content: '', parseStatus: 'failed' }).id;
    expect(deleteResume(ann, first)).toEqual({ newDefaultId: second });
    expect(deleteResume(ann, second)).toEqual({ newDefaultId: scanned });
  });

  test('a missing default resume is reported', () => {
    using owners = openTestOwners();
    expect(() => chooseResume(owners.ann, undefined)).toThrow(expect.objectContaining({ code: 'no_default_resume' }));
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

  function take(services: OwnerServices, { action, number }: Step): void {
    if (action === 'add') add(services, 'one');
    else if (action === 'add default') add(services, 'one', true);
    else if (action === 'set') setDefaultResume(services, number);
    else if (action === 'delete') deleteResume(services, number);
    else updateResume(services, number, { name: 'other', ...(number % 2 === 0 ? { isDefault: true } : {}) });
  }

  function failureOf(action: () => void): string | undefined {
    try {
      action();
      return undefined;
    } catch (error) {
      return error instanceof JobsError ? error.code : String(error);
    }
  }

  test('there is exactly one default whenever there is a resume, whatever happens', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        using owners = openTestOwners();
        for (const step of taken) {
          expect(failureOf(() => take(owners[step.owner], step))).toBeOneOf([undefined, 'not_found']);
          for (const services of [owners.ann, owners.bob]) {
            expect(defaults(services)).toHaveLength(Math.min(1, listResumes(services).length));
          }
        }
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 500 : 15 },
    );
  });
});
