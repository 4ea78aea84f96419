import { expect, test } from 'vitest';
import { toSaved } from './saved.ts';

const nothing = { created: [], updated: [], skipped: [], warnings: [] };
const job = { id: 7, title: 'Cook', company: 'The Inn' };

test.each([
  ['new', { created: [job] }, { id: 7, outcome: 'created' }],
  ['there, with news about it', { updated: [job] }, { id: 7, outcome: 'updated' }],
  ['there', { skipped: [{ id: 7, reason: 'duplicate' as const, url: null }] }, { id: 7, outcome: 'known' }],
  ['nothing at all', {}, undefined],
])('the saved posting was %s', (_name, ingested, saved) => {
  expect(toSaved({ ...nothing, ...ingested })).toEqual(saved);
});
