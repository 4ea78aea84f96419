import { describe, expect, test } from 'vitest';
import { openTestOwners } from '../__fixtures__/test-owners.ts';
import { makePosting } from '../importers/make-posting.ts';
import { savePosting } from '../ingest/save-posting.ts';
import type { Posting } from '../postings/posting.ts';
import { toPosting } from './to-posting.ts';

const whole: Posting = {
  ...makePosting({
    title: 'Senior Engineer',
    company: 'Acme',
    location: 'Oslo',
    source: 'page',
    raw: null,
    employmentType: 'FULL_TIME',
    salary: { min: 1, max: 2, currency: 'NOK', period: 'month' },
    descriptionMd: '## Requirements\n\n- TypeScript',
    postedAt: '2026-01-01T00:00:00.000Z',
    validThrough: '2026-02-01T00:00:00.000Z',
    url: 'https://acme.example/1',
    applyUrl: 'https://acme.example/1/apply',
    externalId: '1',
  }),
  places: [{ text: 'Oslo' }],
};

describe('toPosting', () => {
  test.each(['yes', 'no', 'hybrid', 'unknown'] as const)('restores a stored posting, remote: %s', (remote) => {
    using owners = openTestOwners();
    const { job } = savePosting(owners.ann, { ...whole, remote });
    expect(toPosting(job)).toEqual({ ...whole, remote });
  });

  test('adds nothing to a bare posting', () => {
    using owners = openTestOwners();
    const bare = makePosting({ title: 'Cook', company: 'Inn', source: 'page', raw: null });
    expect(toPosting(savePosting(owners.ann, bare).job)).toEqual(bare);
  });

  test('a posting may have one end of the pay only', () => {
    using owners = openTestOwners();
    const { job } = savePosting(owners.ann, { ...whole, salary: { min: 5, currency: 'EUR' } });
    expect(toPosting(job).salary).toEqual({ min: 5, currency: 'EUR' });
  });
});
