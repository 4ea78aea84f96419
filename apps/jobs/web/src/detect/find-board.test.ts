import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findBoard } from './find-board.ts';

const ID = '5ac21346-8e0c-4494-8e7a-3eb92ff77902';

test.each([
  ['https://boards.greenhouse.io/acme/jobs/4012345', { name: 'greenhouse', company: 'acme' }],
  ['https://job-boards.greenhouse.io/acme/jobs/4012345?gh_src=x', { name: 'greenhouse', company: 'acme' }],
  ['https://job-boards.eu.greenhouse.io/acme/jobs/4012345', { name: 'greenhouse', company: 'acme' }],
  ['https://boards.greenhouse.io/embed/job_app?for=acme&token=4012345', { name: 'greenhouse', company: 'acme' }],
  ['https://www.example.com/careers/engineer?gh_jid=4012345', { name: 'greenhouse' }],
  [`https://jobs.lever.co/acme/${ID}`, { name: 'lever', company: 'acme' }],
  [`https://jobs.eu.lever.co/acme/${ID}/apply`, { name: 'lever', company: 'acme' }],
  [`https://jobs.ashbyhq.com/acme/${ID}`, { name: 'ashby', company: 'acme' }],
  [`https://jobs.ashbyhq.com/acme%20co/${ID}`, { name: 'ashby' }],
  ['https://www.linkedin.com/jobs/view/3900000001/', { name: 'linkedin' }],
  ['https://de.linkedin.com/jobs/view/koch-at-acme-3900000001?trk=x', { name: 'linkedin' }],
  ['https://www.linkedin.com/jobs/search/?currentJobId=3900000001', { name: 'linkedin' }],
  ['https://www.linkedin.com/jobs/collections/recommended/?currentJobId=39', { name: 'linkedin' }],
  ['https://www.indeed.com/viewjob?jk=0123456789abcdef', { name: 'indeed' }],
  ['https://uk.indeed.com/jobs?q=cook&vjk=0123456789abcdef', { name: 'indeed' }],
  ['https://au.indeed.com.au/viewjob?jk=01', { name: 'indeed' }],
])('%s is a posting of a board', (url, board) => {
  expect(findBoard(url)).toEqual(board);
});

test.each([
  'https://boards.greenhouse.io/acme',
  'https://boards.greenhouse.io/acme/jobs/latest',
  'https://boards.greenhouse.io/embed/job_board?for=acme',
  'https://jobs.lever.co/acme',
  'https://jobs.lever.co/acme/about',
  'https://jobs.ashbyhq.com/acme',
  'https://www.linkedin.com/feed/?currentJobId=1',
  'https://www.linkedin.com/jobs/view/',
  'https://www.linkedin.com/jobs/search/?currentJobId=x',
  'https://www.indeed.com/jobs?q=cook',
  'https://linkedin.com.example.org/jobs/view/39',
  'https://notlinkedin.com/jobs/view/39',
  'https://example.com/jobs/1',
  'ftp://jobs.lever.co/acme/x',
  'chrome://settings',
  'no address',
  '',
])('%s is not a posting of a board', (url) => {
  expect(findBoard(url)).toBeUndefined();
});

test('findBoard never throws, whatever the address', () => {
  const host = fc.constantFrom('jobs.lever.co', 'www.linkedin.com', 'boards.greenhouse.io', 'www.indeed.com');
  const piece = fc.constantFrom(
    '/',
    'jobs',
    'view',
    '?',
    '&',
    'jk=',
    'gh_jid=',
    'currentJobId=',
    '1',
    '%',
    '%zz',
    '#',
    ' ',
  );
  fc.assert(
    fc.property(host, fc.array(piece), fc.string(), (name, pieces, text) => {
      expect(() => findBoard(`https://${name}/${pieces.join('')}`)).not.toThrow();
      expect(findBoard(text)).toBeUndefined();
    }),
  );
});
