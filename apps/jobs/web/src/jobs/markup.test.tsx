import { expect, test } from 'vitest';
import type { Job } from '../api/job.ts';
import { aJob } from './__fixtures__/a-job.ts';
import { render, toText } from './__fixtures__/render.tsx';
import { BoardCard } from './board-card.tsx';
import { FactsCard } from './facts-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { ImportResult } from './import-result.tsx';
import { JobLine } from './job-line.tsx';
import { SelectionBar } from './selection-bar.tsx';

const HOSTILE = '<img src=x onerror=alert(1)>';
const nothing = (): void => undefined;
const job: Job = {
  ...aJob({ seniority: 'senior', employmentType: 'FULL_TIME', tags: ['sea'] }),
  jdMarkdown: null,
  requirements: [],
  foundSkills: [
    { name: 'TypeScript', category: 'languages', required: true },
    { name: 'AWS', category: 'cloud', required: false },
  ],
  notes: null,
  enrichedAt: null,
};
const line = (about: Partial<Job> = {}, language: 'en' | 'zh' = 'en'): string =>
  render(
    <JobLine job={{ ...job, ...about }} href="#/jobs/1" selected={false} onSelect={nothing} onChange={nothing} />,
    language,
  );

test('a line of the list links to the job, and labels its buttons', () => {
  const markup = line();
  expect(markup).toMatch(/<a href="#\/jobs\/1"[^>]*>Software Engineer<\/a>/);
  expect(markup).toContain('aria-label="Select Software Engineer"');
  expect(markup).toContain('aria-label="Star: Software Engineer" aria-pressed="false"');
  expect(markup).toContain('aria-label="Status of Software Engineer: Inbox"');
  expect(toText(markup)).toContain('72 % match');
});

test('a line shows when the job was posted, or else when it was added', () => {
  expect(line()).toMatch(/title="Posted Jan \d+, 2026"/);
  expect(line({ postedAt: null })).toMatch(/title="Added Jan \d+, 2026"/);
  expect(line({}, 'zh')).toMatch(/title="发布于 2026年1月\d+日"/);
});

test('a card of the board can be dragged, but not its link', () => {
  const markup = render(<BoardCard job={job} href="#/jobs/1" carried="x/y" onMove={nothing} onStar={nothing} />);
  expect(markup).toMatch(/^<li draggable="true"/);
  expect(markup).toMatch(/<a href="#\/jobs\/1" draggable="false"/);
});

test('facts are named in the language of the reader, and unknown ones are left out', () => {
  const english = toText(render(<FactsCard job={job} />));
  expect(english).toContain('Employment Full time');
  expect(english).toContain('Level Senior');
  expect(english).toContain('TypeScript · required');
  expect(english).toContain('AWS · nice to have');
  expect(english).not.toContain('Open until');
  const chinese = toText(render(<FactsCard job={job} />, 'zh'));
  expect(chinese).toContain('雇佣类型 全职');
  expect(chinese).toContain('来源 网页');
});

test('an unknown word is shown as it is', () => {
  const text = toText(render(<FactsCard job={{ ...job, source: 'pigeon', seniority: 'sage', foundSkills: [] }} />));
  expect(text).toContain('Source pigeon');
  expect(text).toContain('Level sage');
  expect(text).toContain('No skills were found');
});

test('the history starts with the newest step', () => {
  const at = '2026-01-22T12:00:00.000Z';
  const text = toText(
    render(
      <HistoryCard
        history={[
          { oldStatus: null, newStatus: 'inbox', changedAt: at, actor: 'sync' },
          { oldStatus: 'inbox', newStatus: 'applied', changedAt: at, actor: 'agent' },
        ]}
      />,
    ),
  );
  expect(text).toMatch(/From “Inbox” to “Applied” .* the assistant Added to “Inbox” .* an import$/);
});

test('bulk actions are offered when jobs are selected', () => {
  const bar = (selected: number): string =>
    render(<SelectionBar shown={3} selected={selected} onSelectAll={nothing} onMove={nothing} onRemove={nothing} />);
  expect(toText(bar(0))).toBe('Select all on this page');
  expect(toText(bar(2))).toBe('2 selected Move to Delete');
  expect(bar(2)).not.toContain('checked=""');
  expect(bar(3)).toContain('checked=""');
});

test('imported jobs are counted and listed, up to a limit', () => {
  const named = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, title: `Job ${index}`, company: 'Mill' }));
  const text = toText(
    render(
      <ImportResult
        result={{
          created: named,
          updated: [],
          skipped: [{ id: 99, reason: 'duplicate', url: null }],
          warnings: ['No pay.', 'No pay.'],
        }}
      />,
    ),
  );
  expect(text).toContain('10 jobs added, 1 job already saved');
  expect(text).toContain('Job 7 · Mill …');
  expect(text).not.toContain('Job 8');
  expect(text.match(/No pay\./g)).toHaveLength(1);
});

test('an empty import says that nothing was found', () => {
  const result = { created: [], updated: [], skipped: [], warnings: [] };
  expect(toText(render(<ImportResult result={result} />))).toBe('Nothing was found.');
  expect(toText(render(<ImportResult result={result} />, 'zh'))).toBe('没有找到职位。');
});

test('nothing of a posting becomes an element', () => {
  const about = { title: HOSTILE, company: HOSTILE, location: HOSTILE, tags: [HOSTILE], source: HOSTILE };
  const found = [{ id: 1, title: HOSTILE, company: HOSTILE }];
  const markup = [
    line(about),
    render(<FactsCard job={{ ...job, ...about }} />),
    render(<BoardCard job={{ ...job, ...about }} href="#" carried="x/y" onMove={nothing} onStar={nothing} />),
    render(<ImportResult result={{ created: found, updated: [], skipped: [], warnings: [HOSTILE] }} />),
  ].join('');
  expect(markup).not.toContain('<img');
  expect(markup).toContain('&lt;img src=x');
});
