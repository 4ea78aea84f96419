import { expect, test } from 'vitest';
import type { SkillDemand, TimelinePoint } from '../api/stats.ts';
import { isQuiet, toBusyPoints, toDayText, toFunnelRows, toGapRows, toPercent, toSkillRows } from './to-rows.ts';

const point = (from: string, about: Partial<TimelinePoint> = {}): TimelinePoint => ({
  from,
  added: 0,
  applied: 0,
  interview: 0,
  offer: 0,
  rejected: 0,
  skipped: 0,
  ...about,
});

test('every stage but the first is a share of the one before', () => {
  const rows = toFunnelRows({
    stages: [
      { stage: 'inbox', count: 40 },
      { stage: 'applied', count: 10 },
      { stage: 'interviewing', count: 4 },
      { stage: 'offer', count: 1 },
    ],
    conversionRates: { applyRate: 0.25, interviewRate: 0.4, offerRate: 0.25 },
    rejected: 0,
    skipped: 0,
    medianDays: { toApply: null, toInterview: null },
  });
  expect(rows.map(({ stage, rate }) => [stage, rate])).toEqual([
    ['inbox', null],
    ['applied', 0.25],
    ['interviewing', 0.4],
    ['offer', 0.25],
  ]);
});

test('charts show only as many skills as can be read', () => {
  const skills = Array.from({ length: 20 }, (_, index) => ({ skill: `s${index}`, category: 'c' }));
  const demand: SkillDemand = {
    top: skills.map((skill) => ({ ...skill, matchCount: 1, share: 0.1, inResume: null })),
    gaps: skills.map((skill) => ({ ...skill, mentionCount: 2, requiredCount: 1 })),
    jobsConsidered: 20,
    resumeId: null,
  };
  expect([toSkillRows(demand).length, toGapRows(demand).length]).toEqual([12, 12]);
  expect(toSkillRows(demand)[0]!.skill).toBe('s0');
});

test('a table lists the days on which something happened, the newest first', () => {
  const points = [point('2026-01-20', { added: 2 }), point('2026-01-21'), point('2026-01-22', { rejected: 1 })];
  expect(toBusyPoints(points).map(({ from }) => from)).toEqual(['2026-01-22', '2026-01-20']);
  expect([isQuiet(points), isQuiet([point('2026-01-21')]), isQuiet([])]).toEqual([false, true, true]);
});

test('a day is shown in the language of the reader', () => {
  expect(toDayText('2026-01-22', 'en')).toBe('Jan 22');
  expect(toDayText('2026-01-22', 'zh')).toBe('1月22日');
});

test.each([
  [0, '0%'],
  [0.255, '26%'],
  [1, '100%'],
])('a share of %s is shown as %s', (share, text) => {
  expect(toPercent(share, 'en')).toBe(text);
});
