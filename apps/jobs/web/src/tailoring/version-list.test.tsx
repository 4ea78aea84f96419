import { expect, test } from 'vitest';
import type { VersionSummary } from '../api/version.ts';
import { render, toText } from '../jobs/__fixtures__/render.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { VersionList } from './version-list.tsx';
import { toWorkspacePlace } from './workspace-place.ts';

const version = (number: number, about: Partial<VersionSummary> = {}): VersionSummary => ({
  id: number,
  version: number,
  jobId: 7,
  resumeId: 3,
  isLatest: false,
  engine: 'offline',
  model: null,
  createdAt: '2026-01-22T10:00:00.000Z',
  updatedAt: '2026-01-22T10:00:00.000Z',
  preview: '',
  ...about,
});
const place = toWorkspacePlace({ path: ['7'], query: { resume: '3', against: '1', sheet: 'pdf' } });
const versions = [version(2, { isLatest: true, engine: 'llm', model: 'a/model' }), version(1)];
const list = (language: 'en' | 'zh' = 'en'): string =>
  render(<VersionList versions={versions} chosen={2} place={place} />, language);

test('the list shows who made each version and when', () => {
  expect(toText(list())).toBe(
    'Versions Version 2 latest language model (a/model) · Jan 22, 2026 Version 1 rules · Jan 22, 2026',
  );
  expect(toText(list('zh'))).toBe('版本 第 2 版 最新 语言模型 (a/model) · 2026年1月22日 第 1 版 规则 · 2026年1月22日');
});

test('the list links to each version on the current sheet, compared with the resume', () => {
  const links = [...list().matchAll(/href="([^"]*)"/g)].map(([, link]) => link!.replaceAll('&amp;', '&'));
  expect(links).toEqual(['#/tailor/7?resume=3&version=2&sheet=pdf', '#/tailor/7?resume=3&version=1&sheet=pdf']);
});

const notes = [
  { type: 'modify', section: 'Experience', original: 'Led a team', suggested: 'Led 5 people', reason: 'Numbers help.' },
  { type: 'consider', section: 'Skills', suggested: 'Kubernetes', reason: 'The posting requires Kubernetes.' },
  { type: 'polish', section: 'Summary', reason: '<b>Shorter</b>' },
];

test('suggestions show what was changed and why, and what is left to the reader', () => {
  const markup = render(<SuggestionList suggestions={notes} />);
  const text = toText(markup);
  expect(text).toContain('Experience rewritten Numbers help. Before: Led a team After: Led 5 people');
  expect(text).toContain('Skills to consider The posting requires Kubernetes. Summary');
  // An engine may call a change by a name that nobody has thought of.
  expect(text).toContain('Summary polish');
  expect(markup).toContain('&lt;b&gt;Shorter&lt;/b&gt;');
});

test('a version without suggestions says so', () => {
  expect(toText(render(<SuggestionList suggestions={[]} />))).toBe('There are no notes about this version.');
  expect(toText(render(<SuggestionList suggestions={[]} />, 'zh'))).toBe('此版本没有需要说明之处。');
});
