import { expect, test } from 'vitest';
import { JOB_STATUSES } from '../api/job.ts';
import { render, toText } from './__fixtures__/render.tsx';
import { Pager } from './pager.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { ScoreMark, toTone } from './score-mark.tsx';
import { StatusMark } from './status-mark.tsx';

test('every status has its own word and icon, so that nobody depends on colour', () => {
  const marks = JOB_STATUSES.map((status) => render(<StatusMark status={status} />));
  expect(new Set(marks.map(toText)).size).toBe(JOB_STATUSES.length);
  expect(new Set(marks.map((mark) => /<svg.*<\/svg>/s.exec(mark)![0])).size).toBe(JOB_STATUSES.length);
  expect(toText(render(<StatusMark status="offer" />, 'zh'))).toBe('已获录用');
});

test('a score is a number, and a missing one is left out', () => {
  expect(toText(render(<ScoreMark score={72} source="keyword" />))).toBe('72 % match');
  expect(render(<ScoreMark score={72} source="keyword" />)).toContain('title="by keywords"');
  expect(render(<ScoreMark score={null} source={null} />)).toBe('');
  expect([80, 79, 60, 59].map(toTone)).toEqual(['done', 'accent', 'accent', 'neutral']);
});

test('a progress bar shows how much is done, also to screen readers', () => {
  expect(render(<ProgressBar label="Reading" share={0.256} />)).toMatch(/aria-label="Reading".*width:26%/s);
});

const pager = (page: number, last: number): string =>
  render(<Pager page={page} last={last} hrefOf={(wanted) => `#${wanted}`} />);

test('pages link to their neighbours, as far as they exist', () => {
  expect(pager(1, 1)).toBe('');
  expect(pager(1, 0)).toContain('Page 1 of 1');
  expect(pager(1, 3)).toContain('href="#2"');
  expect(pager(1, 3)).not.toContain('Previous page');
  expect(pager(2, 3)).toMatch(/href="#1".*href="#3"/s);
  expect(pager(3, 3)).not.toContain('Next page');
});

test('a page beyond the last one links back', () => {
  expect(pager(9, 3)).toContain('href="#3"');
});
