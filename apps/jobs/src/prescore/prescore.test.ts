import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toSeniority } from '../postings/seniority.ts';
import { prescore } from './prescore.ts';
import { readTitles } from './read-titles.ts';
import { bestSimilarity, titleSimilarity } from './title-similarity.ts';

const resume = {
  content: `# Ada Example
Senior Software Engineer
ada@example.org

## Experience
### Senior Backend Developer — Acme
*2019-01 – Present*
- Built services in Go on Kubernetes
- Moved two databases to PostgreSQL

## Education
### MSc, Somewhere
2010 – 2015`,
};
const today = '2025-01-01';

describe('the match score', () => {
  test('weighs required skills, preferred skills, title and years', () => {
    const description =
      '# Requirements\n- 6+ years with Go\n- PostgreSQL\n- AWS\n- Terraform\n# Nice to have\n- Kubernetes\n- Helm';
    const result = prescore({ posting: { title: 'Senior Go Engineer', description }, resume, today });
    expect(result).toEqual({
      // 0.6 · 2/4 + 0.15 · 1/2 + 0.15 · 1/3 (of backend/engineer and go/engineer) + 0.1 · 1
      score: 53,
      matched: ['Go', 'PostgreSQL', 'Kubernetes'],
      missing: ['AWS', 'Terraform', 'Helm'],
      requiredCoverage: 0.5,
      confidence: 'high',
    });
  });

  test('the score of a posting without skills is missing, instead of fifty', () => {
    const posting = { title: 'Gardener', description: 'You love plants.' };
    expect(prescore({ posting, resume })).toEqual({
      score: null,
      matched: [],
      missing: [],
      requiredCoverage: null,
      confidence: 'none',
    });
  });

  test('"java" of the posting is not found in a resume with "javascript"', () => {
    const posting = { title: 'Developer', description: 'Java' };
    expect(prescore({ posting, resume: { content: 'I write javascript' } })).toMatchObject({
      matched: [],
      missing: ['Java'],
    });
  });

  test.each([
    ['You maintain pipes', 'AI'],
    ['I like google', 'Go'],
  ])('"%s" is not read as the skill %s', (content, skill) => {
    const posting = { title: 'Somebody', description: `Experience with ${skill}` };
    expect(prescore({ posting, resume: { content } }).matched).toEqual([]);
  });

  test('ignores what a posting does not mention', () => {
    const posting = { title: '', description: 'Go, PostgreSQL' };
    expect(prescore({ posting, resume }).score).toBe(100);
    expect(prescore({ posting, resume: { content: 'nothing' } }).score).toBe(0);
  });

  test('the score works with only preferred skills', () => {
    const posting = { title: '', skills: [{ name: 'Go', category: 'languages', required: false }] } as const;
    expect(prescore({ posting, resume })).toMatchObject({ score: 100, requiredCoverage: null });
  });

  test('known skills are not searched again', () => {
    const skills = [{ name: 'COBOL', category: 'languages', required: true }] as const;
    expect(prescore({ posting: { title: 'Go developer', description: 'Go', skills }, resume }).missing).toEqual([
      'COBOL',
    ]);
  });

  test('the score is lower for too few years', () => {
    const ask = (years: number) =>
      prescore({ posting: { title: '', description: `Go. ${years}+ years of experience` }, resume, today }).score;
    expect(ask(6)).toBe(100);
    expect(ask(12)).toBeLessThan(100);
    expect(ask(24)).toBeLessThan(ask(12) ?? 0);
  });

  test('compares levels where no years are required', () => {
    const score = (title: string) => prescore({ posting: { title, description: 'Go' }, resume }).score ?? 0;
    expect(score('Senior Backend Engineer')).toBeGreaterThan(score('Junior Backend Engineer'));
    expect(score('Junior Backend Engineer')).toBeGreaterThan(score('Backend Engineer Intern') - 1);
  });

  test('the score works for Chinese postings and Chinese resumes', () => {
    const posting = {
      title: '高级后端工程师',
      description: '任职要求：\n1、五年以上经验\n2、精通Java、微服务\n3、熟悉机器学习',
    };
    const content =
      '# 张三\n高级后端开发工程师\n\n## 工作经历\n### 后端工程师 — 某公司\n2018-01 至 2024-12\n- 使用Java开发微服务';
    expect(prescore({ posting, resume: { content } })).toMatchObject({
      matched: ['Java', 'Microservices'],
      missing: ['Machine learning'],
      requiredCoverage: 0.67,
    });
  });

  test.each([
    ['low', 'Go'],
    ['low', 'Go, SQL, Java, Rust'],
    ['medium', `Go, SQL, Java, ${'and more '.repeat(20)}`],
    ['high', `Go, SQL, Java, Rust, AWS, Docker. ${'and more '.repeat(20)}`],
  ])('the score has %s confidence', (confidence, description) => {
    expect(prescore({ posting: { title: 'x', description }, resume }).confidence).toBe(confidence);
  });
});

test('a score is a whole number from 0 to 100, and more skills never lower it', () => {
  const names = fc.uniqueArray(fc.constantFrom('Rust', 'SQL', 'Docker', 'AWS', 'React', 'Kafka', 'Linux'), {
    minLength: 1,
  });
  fc.assert(
    fc.property(names, names, fc.string(), (asked, had, title) => {
      const posting = { title, description: asked.join(', ') };
      const score = (skills: string[]) => prescore({ posting, resume: { content: skills.join(', ') } }).score;
      const less = score(had.slice(1));
      const more = score(had);
      expect(Number.isInteger(more)).toBe(true);
      expect(more).toBeGreaterThanOrEqual(less ?? 101);
      expect(more).toBeLessThanOrEqual(100);
    }),
  );
});

describe('similarity of titles', () => {
  test.each([
    ['Software Engineer', 'Software Developer', 1],
    ['Senior Software Engineer', 'Software Engineer', 1],
    ['前端工程师', 'Frontend Developer', 1],
    ['高级后端开发工程师', 'Senior Backend Engineer', 1],
    ['Accountant', 'Software Engineer', 0],
    ['', 'Software Engineer', 0],
  ])('"%s" and "%s" are %d alike', (one, other, similarity) => {
    expect(titleSimilarity(one, other)).toBe(similarity);
    expect(titleSimilarity(other, one)).toBe(similarity);
  });

  test('takes the most similar title', () => {
    expect(bestSimilarity('Data Engineer', ['Cook', 'Data Developer'])).toBe(1);
    expect(bestSimilarity('Data Engineer', [])).toBeUndefined();
  });

  test('uses the headline of a resume and the headings of its roles', () => {
    expect(readTitles(resume.content)).toEqual(['Senior Software Engineer', 'Senior Backend Developer']);
    expect(readTitles('# X\n- I was an engineer\nThe engineer I am is tired.')).toEqual([]);
    expect(readTitles('### Acme, Staff Engineer (Berlin)')).toEqual(['Staff Engineer']);
  });
});

test.each([
  ['VP of Engineering', 'executive'],
  ['Senior Engineering Manager', 'lead'],
  ['Staff Engineer', 'lead'],
  ['Sr. Developer', 'senior'],
  ['高级工程师', 'senior'],
  ['Software Engineer II', 'mid'],
  ['Junior Developer', 'junior'],
  ['实习生', 'intern'],
  ['Internal Auditor', undefined],
  ['Engineer', undefined],
])('the level of a %s is %s', (title, level) => {
  expect(toSeniority(title)).toBe(level);
});
