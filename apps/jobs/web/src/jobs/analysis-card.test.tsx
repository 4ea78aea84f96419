import { expect, test } from 'vitest';
import type { Analysis } from '../api/analysis.ts';
import { render, toText } from './__fixtures__/render.tsx';
import { AnalysisText } from './analysis-card.tsx';

const analysis: Analysis = {
  id: 1,
  jobId: 2,
  resumeId: 3,
  overallScore: 82,
  fit: 'High',
  strengths: ['TypeScript (8 yrs)'],
  gaps: [
    { skill: 'Kubernetes', required: true },
    { skill: 'Go', required: false },
  ],
  suggestions: ['Say where you used SQL.'],
  redFlags: [],
  highlights: ['The work is remote.'],
  summary: 'A good fit.',
  engine: 'offline',
  model: null,
  cached: false,
  createdAt: '2026-01-22T10:00:00.000Z',
};
const show = (about: Partial<Analysis> = {}, language: 'en' | 'zh' = 'en'): string =>
  toText(render(<AnalysisText analysis={{ ...analysis, ...about }} />, language));

test('the analysis shows how well the job fits, why, and who says so', () => {
  const text = show();
  expect(text).toContain('82 of 100 good fit');
  expect(text).toContain('Strengths + TypeScript (8 yrs)');
  expect(text).toContain('Gaps − Kubernetes (required) − Go (nice to have)');
  expect(text).toContain('Suggestions → Say where you used SQL.');
  expect(text).toContain('by rules');
});

test('the analysis leaves out empty lists', () => {
  expect(show()).not.toContain('Red flags');
  expect(show({ overallScore: null, fit: null })).not.toContain('of 100');
});

test('the analysis names the model, and why it was not the requested one', () => {
  expect(show({ engine: 'llm', model: 'test/smart' })).toContain('by a model (test/smart)');
  expect(show({ warnings: ['The model did not answer.'] })).toContain('The model did not answer.');
});

test('the analysis is shown in Chinese', () => {
  expect(show({}, 'zh')).toContain('82 / 100 很匹配');
  expect(show({}, 'zh')).toContain('Kubernetes (必需)');
});

test('words of a model are shown as text, whatever they look like', () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  const markup = render(
    <AnalysisText
      analysis={{
        ...analysis,
        summary: hostile,
        strengths: [hostile],
        gaps: [{ skill: hostile, required: true }],
        suggestions: [hostile],
        redFlags: [hostile],
        highlights: [hostile],
        warnings: [hostile],
        model: hostile,
      }}
    />,
  );
  expect(markup).not.toMatch(/<script|<img/);
  expect(markup.match(/&lt;script&gt;/g)).toHaveLength(8);
});
