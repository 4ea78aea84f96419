import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { JOB_STATUSES } from '../../apps/jobs/src/database/schema.ts';
import { ENGINE_CHOICES } from '../../apps/jobs/src/engines/choose-engine.ts';
import { JOB_SOURCES } from '../../apps/jobs/src/jobs/job-sources.ts';
import { MAX_RESUME_BYTES } from '../../apps/jobs/src/resumes/import-resume.ts';

// The page is built for browsers and may import nothing of the app, so it repeats what both must agree on.
const app = new URL('../../apps/jobs/src/', import.meta.url);
const page = new URL('../../apps/jobs/web/src/', import.meta.url);

test.each([
  ['JOB_STATUSES', 'api/job.ts', JOB_STATUSES],
  ['JOB_SOURCES', 'api/job.ts', JOB_SOURCES],
  ['ENGINES', 'api/analysis.ts', ENGINE_CHOICES],
])('the jobs page has the same %s as the app, in any order', async (name, file, values) => {
  const ofPage = (await import(new URL(file, page).href)) as Record<string, readonly string[]>;
  expect(ofPage[name]!.toSorted()).toEqual(values.toSorted());
});

test('the jobs page refuses the same size of a resume as the app', async () => {
  const ofPage = (await import(new URL('api/resume.ts', page).href)) as { MAX_RESUME_BYTES: number };
  expect(ofPage.MAX_RESUME_BYTES).toBe(MAX_RESUME_BYTES);
});

test.each(['TimelinePoint', 'Timeline'])('the jobs page has the same type %s as the app', async (name) => {
  const ofApp = readType(await readFile(new URL('analytics/timeline.ts', app), 'utf8'), name);
  const ofPage = readType(await readFile(new URL('api/stats.ts', page), 'utf8'), name);
  expect(ofPage).toBe(ofApp);
});

/** How a file declares a type, without comments and line breaks. */
function readType(source: string, name: string): string {
  const declaration = new RegExp(`^export type ${name} = (?:.*;|[^]*?^};)$`, 'm').exec(source)![0];
  return declaration.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s+/g, ' ');
}
