import { describe, expect, test } from 'vitest';
import { analyzeOffline } from './analyze-offline.ts';
import { findHighlights, findRedFlags } from './find-signs.ts';
import { yearsOfSkills } from './years-of-skill.ts';

const resume = `# Ada Example

Senior Backend Engineer

ada@example.org

## Experience

### Senior Backend Engineer — Acme

*2020-01 – Present*

- Built payment services in TypeScript on Node.js
- Ran PostgreSQL for 40 shops

### Engineer — Initech

*2017-01 – 2019-12*

- Wrote TypeScript

## Skills

- TypeScript, PostgreSQL, Docker`;

const posting = {
  title: 'Senior Backend Engineer',
  descriptionMd: `We are a family and wear many hats. 4-day week, stock options.

## Requirements

- 5+ years of experience
- TypeScript and PostgreSQL
- Docker
- Kubernetes

## Nice to have

- Rust`,
  salary: { min: 80_000, max: 95_000, currency: 'EUR', period: 'year' },
  remote: 'yes',
} as const;
const today = '2025-01-15';

describe('an offline analysis', () => {
  test('lists strengths, gaps, suggestions and signs', () => {
    expect(analyzeOffline({ posting, resume, language: 'en', today })).toEqual({
      // 0.6 · 3/4 + 0.15 · 0/1 + 0.15 · 1 + 0.1 · 1
      overallScore: 70,
      fit: 'High',
      strengths: [
        'TypeScript (8 yrs, required)',
        'PostgreSQL (5 yrs, required)',
        'Docker (required)',
        '8.1 years of experience (5 asked for)',
        'A role like this one is in the resume',
      ],
      gaps: [
        { skill: 'Kubernetes', required: true },
        { skill: 'Rust', required: false },
      ],
      suggestions: [
        'If you have used Kubernetes, say where: the posting requires it and the resume does not mention it.',
        'Docker is in the resume, but not in any role. Say what you did with it.',
        'Rust is nice to have; a line about it would help if you know it.',
        'The resume has no summary. Two sentences about what fits this posting would help.',
      ],
      redFlags: ['One person seems to do the work of several.', 'The words about culture often stand for long hours.'],
      highlights: [
        'The work is remote.',
        'The pay is stated: 80000–95000 EUR / year.',
        'It is a four-day week.',
        'Equity is part of the pay.',
      ],
      summary:
        'High fit for Senior Backend Engineer: the resume has 3 of the 5 skills that the posting names. Required and missing: Kubernetes.',
    });
  });

  test('an offline analysis has the same findings in Chinese', () => {
    const english = analyzeOffline({ posting, resume, language: 'en', today });
    const chinese = analyzeOffline({ posting, resume, language: 'zh', today });
    expect(chinese).toMatchObject({ overallScore: english.overallScore, fit: english.fit, gaps: english.gaps });
    expect(chinese.strengths[0]).toBe('TypeScript（8 年，必备）');
    expect(chinese.summary).toBe(
      '与「Senior Backend Engineer」的匹配度高：职位提到的 5 项技能中，简历具备 3 项。缺少的必备技能：Kubernetes。',
    );
    for (const key of ['strengths', 'suggestions', 'redFlags', 'highlights'] as const) {
      expect(chinese[key]).toHaveLength(english[key].length);
      for (const sentence of chinese[key]) expect(sentence).toMatch(/\p{Script=Han}/u);
    }
  });

  test('reads a Chinese posting and a Chinese resume', () => {
    const analysis = analyzeOffline({
      posting: {
        title: '后端工程师',
        descriptionMd: '任职要求：\n1、三年以上经验\n2、熟悉Java、微服务\n3、熟悉Kafka\n公司实行996，五险一金',
      },
      resume:
        '# 张三\n\n后端工程师\n\n## 工作经历\n\n### 后端工程师 — 青竹科技\n\n2020年1月至2023年12月\n\n- 用Java开发微服务',
      language: 'zh',
    });
    expect(analysis).toMatchObject({
      fit: 'High',
      strengths: ['Java（4 年，必备）', 'Microservices（4 年，必备）', '4 年经验（要求 3 年）', '简历中有类似的职位'],
      gaps: [{ skill: 'Apache Kafka', required: true }],
      redFlags: ['工作时间很长。'],
      highlights: ['包含保险。'],
    });
  });

  test('an analysis has no score when there is nothing to compare, and says so', () => {
    const analysis = analyzeOffline({
      posting: { title: 'Gardener', descriptionMd: 'Plants.' },
      resume,
      language: 'en',
    });
    expect(analysis).toMatchObject({ overallScore: null, fit: null, strengths: [], gaps: [] });
    expect(analysis.summary).toContain('nothing to compare');
  });

  test('suggests mentioning related work when the resume shows too few years', () => {
    const old = { ...posting, descriptionMd: posting.descriptionMd.replace('5+', '15+') };
    expect(analyzeOffline({ posting: old, resume, language: 'en', today }).suggestions).toContain(
      'The posting asks for 15 years and the resume shows 8.1. Mention related work that it leaves out.',
    );
  });

  test('rates a job whose required skills are missing as a low fit, however similar the titles are', () => {
    const skills = [{ name: 'COBOL', category: 'languages', required: true } as const];
    expect(analyzeOffline({ posting: { ...posting, skills }, resume, language: 'en', today }).fit).toBe('Low');
  });

  test('an offline analysis is the same every time', () => {
    const input = { posting, resume, language: 'en', today } as const;
    expect(analyzeOffline(input)).toEqual(analyzeOffline(input));
  });

  test('suggests numbers when the resume has none', () => {
    const vague = `# A\n## Summary\nx\n## Experience\n### Engineer — B\n- Wrote it in Go\n- Did more\n- Did less\n- Slept`;
    const analysis = analyzeOffline({
      posting: { title: 'x', descriptionMd: 'Experience with Go' },
      resume: vague,
      language: 'en',
    });
    expect(analysis.suggestions).toEqual([
      'Few lines of the resume have a number. Say how much, how many or how fast.',
    ]);
  });
});

describe('years of a skill', () => {
  test('each month of the roles that mention a skill counts once', () => {
    const text =
      '# A\n## Experience\n### X\n2020-01 – 2021-12\n- Go\n### Y\n2021-01 – 2022-12\n- Go, Rust\n## Skills\n- SQL, Go';
    expect([...yearsOfSkills(text)]).toEqual([
      ['Go', 3],
      ['Rust', 2],
    ]);
  });
});

describe('red flags and highlights', () => {
  test.each([
    ['This is an unpaid internship', 1],
    ['Commission only', 1],
    ['There is a registration fee of $50', 1],
    ['Please contact us on Telegram', 1],
    ['We look for a rockstar ninja', 1],
    ['996，大小周', 1],
    ['需交押金', 1],
    ['限男性，35岁以下', 1],
    ['We have a fee structure, a family business and many hats on the wall.', 0],
    ['Paid well. Weekends are free.', 0],
  ])('findRedFlags finds the expected number in "%s"', (text, count) => {
    expect(findRedFlags(text, 'en')).toHaveLength(count);
    expect(findRedFlags(text, 'zh')).toHaveLength(count);
  });

  test.each([
    ['We offer visa sponsorship and a learning budget.', 2],
    ['弹性工作，五险一金，股票期权，双休', 4],
    ['30 days of vacation, parental leave', 2],
    ['Nothing.', 0],
  ])('findHighlights finds the expected number in "%s"', (text, count) => {
    expect(findHighlights(text, 'en')).toHaveLength(count);
  });
});
