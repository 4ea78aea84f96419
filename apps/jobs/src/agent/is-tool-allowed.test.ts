import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isToolAllowed } from './is-tool-allowed.ts';

test.each([
  ['jobs_search', ['*'], [], true],
  ['jobs_search', ['jobs_*'], [], true],
  ['resume_get', ['jobs_*'], [], false],
  ['resume_get', ['jobs_*', 'resume_get'], [], true],
  ['resume_get_default', ['resume_get'], [], false],
  ['jobs_tailor', ['jobs_*'], ['*_tailor'], false],
  ['jobs_tailor', ['jobs_tailor'], ['jobs_tailor'], false],
  ['jobs_list', ['jobs_lis?'], [], true],
  ['jobs_list', ['jobs_?'], [], false],
  ['jobs_list', [], [], false],
  ['jobs.list', ['jobs_list'], [], false],
  ['jobsxlist', ['jobs.list'], [], false],
  ['jobs_list', ['(jobs)_list', '[a-z]+'], [], false],
])('%s with %j allowed and %j denied is allowed: %s', (name, allow, deny, allowed) => {
  expect(isToolAllowed(name, { allow, deny })).toBe(allowed);
});

test('a denied tool is never allowed, whatever else is configured', () => {
  const globs = fc.array(fc.stringMatching(/^[a-z_*?]{0,12}$/), { maxLength: 4 });
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z_]{1,12}$/), globs, globs, (name, allow, deny) => {
      expect(isToolAllowed(name, { allow: [...allow, '*', name], deny: [...deny, name] })).toBe(false);
      expect(isToolAllowed(name, { allow: [...allow, name], deny: ['*'] })).toBe(false);
    }),
  );
});

test('many wildcards take no longer than one', () => {
  expect(isToolAllowed('a'.repeat(60), { allow: [`${'*'.repeat(50)}b`], deny: [] })).toBe(false);
});
