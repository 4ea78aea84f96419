import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toFinding } from './finding.ts';

const job = { id: 3, title: 'Engineer', company: 'Acme', location: 'Berlin', matchScore: 88.6 };
const found = { id: 3, title: 'Engineer', company: 'Acme', place: 'Berlin', score: 89 };
const named = { id: 3, title: 'Engineer', company: 'Acme', place: '', score: undefined };

test.each(['jobs_search', 'jobs_list'])('%s is shown as a list of jobs', (tool) => {
  expect(toFinding(tool, { text: '21 jobs', count: 1, total: 21, jobs: [job] })).toEqual({
    kind: 'jobs',
    jobs: [found],
    total: 21,
    failed: 0,
  });
});

test('a comparison is a list with scores, and names what could not be compared', () => {
  const results = [{ jobId: 3, title: 'Engineer', company: 'Acme', overallScore: 81, fit: 'High' }];
  expect(toFinding('jobs_analyze', { results, failed: [{ jobId: 4 }] })).toEqual({
    kind: 'jobs',
    jobs: [{ ...named, score: 81 }],
    total: 1,
    failed: 1,
  });
});

test('a posting that was read shows how much was new', () => {
  expect(toFinding('jobs_enrich', { job, changed: ['description', 'salary'] })).toEqual({
    kind: 'read',
    job: found,
    changed: 2,
  });
});

test('an analysis has a score, a summary, strengths and gaps', () => {
  const analysis = {
    jobId: 3,
    overallScore: 81,
    fit: 'High',
    summary: 'A good fit.',
    strengths: ['TypeScript'],
    gaps: [{ skill: 'Go', required: true }],
  };
  expect(toFinding('jobs_analyze_single', { analysis, title: 'Engineer', company: 'Acme' })).toEqual({
    kind: 'analysis',
    job: { ...named, score: 81 },
    fit: 'High',
    summary: 'A good fit.',
    has: ['TypeScript'],
    lacks: ['Go'],
  });
});

test('an estimate has a score, or none', () => {
  const output = { jobId: 3, title: 'Engineer', company: 'Acme', score: 70, matched: ['SQL'], missing: ['Go'] };
  const finding = { kind: 'analysis', fit: '', summary: '', has: ['SQL'], lacks: ['Go'] };
  expect(toFinding('jobs_prescore', output)).toEqual({ ...finding, job: { ...named, score: 70 } });
  expect(toFinding('jobs_prescore', { ...output, score: null })).toEqual({ ...finding, job: named });
});

test('a tailored resume is a version, with what changed', () => {
  const tailored = { jobId: 3, resumeId: 1, version: 2, diff: { added: 4, removed: 1 }, warnings: ['Careful.'] };
  expect(toFinding('jobs_tailor', { tailored, title: 'Engineer', company: 'Acme', pdf: '/x' })).toEqual({
    kind: 'tailored',
    job: named,
    resumeId: 1,
    version: 2,
    added: 4,
    removed: 1,
    notes: ['Careful.'],
  });
});

test('versions and resumes are lists', () => {
  const versions = [{ version: 2, resumeId: 1 }, { version: 'x' }];
  expect(toFinding('jobs_get_tailored_versions', { jobId: 3, versions })).toEqual({
    kind: 'versions',
    jobId: 3,
    versions: [{ version: 2, resumeId: 1 }],
  });
  const resume = { id: 1, name: 'Main', isDefault: true };
  expect(toFinding('resume_list', { resumes: [resume, null, { id: -1 }] })).toEqual({
    kind: 'resumes',
    resumes: [resume],
  });
  expect(toFinding('resume_get_default', { resume })).toEqual({ kind: 'resumes', resumes: [resume] });
  expect(toFinding('resume_get', { resume })).toEqual({ kind: 'resumes', resumes: [resume] });
});

test.each([
  ['jobs_search', 'No jobs found.'],
  ['jobs_search', null],
  ['jobs_search', { jobs: 'many' }],
  ['jobs_enrich', { job: {} }],
  ['jobs_analyze_single', { analysis: 7 }],
  ['jobs_analyze_single', { analysis: { overallScore: 3 } }],
  ['jobs_tailor', { tailored: { jobId: 3, version: 1 } }],
  ['jobs_tailor', {}],
  ['jobs_get_tailored_versions', { versions: [] }],
  ['resume_list', {}],
  ['something_else', { jobs: [job] }],
])('%s with %j has no form of its own', (tool, output) => {
  expect(toFinding(tool, output)).toBeUndefined();
});

test('any output of a tool can be shown', () => {
  const tool = fc.constantFrom(
    'jobs_search',
    'jobs_analyze',
    'jobs_enrich',
    'jobs_analyze_single',
    'jobs_tailor',
    'resume_list',
  );
  fc.assert(
    fc.property(tool, fc.jsonValue(), fc.jsonValue(), (name, inside, outside) => {
      const outputs = [outside, { jobs: inside, results: inside, job: inside, analysis: inside, tailored: inside }];
      for (const output of outputs) expect(() => toFinding(name, output)).not.toThrow();
    }),
  );
});
