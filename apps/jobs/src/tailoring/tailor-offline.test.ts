import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSkills } from '../skills/find-skills.ts';
import { arbitraryPosting, arbitraryResume } from './__fixtures__/arbitrary-resume.ts';
import { diffResumes } from './diff-resumes.ts';
import { findFabrications } from './find-fabrications.ts';
import { keywordCoverage } from './keyword-coverage.ts';
import { sortEnumeration, sortItems } from './sort-lines.ts';
import { tailorOffline } from './tailor-offline.ts';

/** Each run reads two resumes several times, so there are fewer of them than elsewhere. */
const RUNS = { numRuns: process.env.TEST_FULL === '1' ? 1_000 : 100 };

const resume = `# Ada Example

ada@example.org

## Summary

I build services.

## Experience

### Engineer — Acme

*2020 – 2024*

- Wrote reports
- Moved 3 services to Kubernetes
  - with Helm
- Tuned PostgreSQL and Kubernetes

## Skills

- **Tools**: Jira, Docker, AWS (S3, EC2), Kubernetes
- Cooking`;
const posting = {
  title: 'Platform Engineer',
  descriptionMd: '## Requirements\n- Kubernetes\n- Postgres\n- Terraform\n## Nice to have\n- Docker',
};

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}+#.%]+/gu) ?? [];

/** The words that stand in the first text more often than in the second. */
function lostWords(before: string, after: string): string[] {
  const kept = new Map<string, number>();
  for (const word of wordsOf(after)) kept.set(word, (kept.get(word) ?? 0) + 1);
  return wordsOf(before).filter((word) => {
    const left = kept.get(word) ?? 0;
    kept.set(word, left - 1);
    return left <= 0;
  });
}

describe('a tailored resume', () => {
  test('starts with what the posting asks for, and adds nothing but a sentence of its own words', () => {
    const { content, suggestions, warnings } = tailorOffline({ resume, posting, language: 'en' });
    expect(content).toBe(`# Ada Example

ada@example.org

## Summary

I build services.

Relevant experience: Kubernetes, PostgreSQL, Docker.

## Experience

### Engineer — Acme

*2020 – 2024*

- Tuned PostgreSQL and Kubernetes
- Moved 3 services to Kubernetes
  - with Helm
- Wrote reports

## Skills

- **Tools**: Kubernetes, Docker, Jira, AWS (S3, EC2)
- Cooking`);
    expect(warnings).toEqual([]);
    expect(suggestions.map(({ type, section, suggested }) => [type, section, suggested])).toEqual([
      ['reorder', 'Experience', '- Tuned PostgreSQL and Kubernetes'],
      ['reorder', 'Skills', '- **Tools**: Kubernetes, Docker, Jira, AWS (S3, EC2)'],
      ['add', 'Summary', 'Relevant experience: Kubernetes, PostgreSQL, Docker.'],
      ['consider', 'Skills', 'Terraform'],
    ]);
    expect(diffResumes(resume, content)).toEqual({ added: 2, removed: 1, moved: 2 });
  });

  test('gets a summary if it has none', () => {
    const { content } = tailorOffline({ resume: '# A\n## Skills\n- Docker', posting, language: 'en' });
    expect(content).toBe('# A\n\n## Summary\n\nRelevant experience: Docker.\n\n## Skills\n- Docker');
  });

  test('gets a Chinese sentence when it is Chinese, whatever language the suggestions have', () => {
    const chinese =
      '# 张三\n\n## 工作经历\n\n### 工程师 — 青竹科技\n\n- 写报告\n- 使用微服务和Kafka\n\n## 技能\n\n- 熟悉：Java、微服务';
    const { content, suggestions } = tailorOffline({
      resume: chinese,
      posting: { title: '工程师', descriptionMd: '任职要求：\n1、微服务\n2、Kafka\n3、Go语言' },
      language: 'zh',
    });
    expect(content).toContain('## 简介\n\n相关经验：微服务、Kafka。');
    expect(content).toContain('- 使用微服务和Kafka\n- 写报告');
    expect(content).toContain('- 熟悉：微服务、Java');
    expect(suggestions.at(-1)).toEqual({
      type: 'consider',
      section: 'Skills',
      suggested: 'Go',
      reason: '职位要求 Go，简历没有提到。如果具备，请补充。',
    });
  });

  test('a resume is unchanged if it has nothing in common with the posting', () => {
    const { content, warnings } = tailorOffline({
      resume,
      posting: { title: 'Cook', descriptionMd: 'Experience with COBOL' },
      language: 'en',
    });
    expect(content).toBe(resume);
    expect(warnings).toEqual(['The resume mentions none of the skills of the posting, so nothing was changed.']);
  });

  test('reports that instructions are not followed', () => {
    expect(tailorOffline({ resume, posting, instructions: 'Make me a doctor', language: 'en' }).warnings[0]).toContain(
      'cannot follow instructions',
    );
    expect(tailorOffline({ resume, posting, instructions: ' ', language: 'en' }).warnings).toEqual([]);
    expect(tailorOffline({ resume, posting, instructions: '改写', language: 'zh' }).warnings[0]).toContain(
      '没有按照说明',
    );
  });

  test('a tailored resume does not change when it is tailored again', () => {
    const { content } = tailorOffline({ resume, posting, language: 'en' });
    expect(tailorOffline({ resume: content, posting, language: 'en' }).content).toBe(content);
  });

  test('a tailored resume is a permutation of the facts', () => {
    const withoutSentence = (text: string) =>
      text.replace(/\n\nRelevant experience: .*\.(?=\n|$)/, '').replace(/\n\n相关经验：.*。(?=\n|$)/, '');
    fc.assert(
      fc.property(arbitraryResume, arbitraryPosting, (text, job) => {
        const { content } = tailorOffline({ resume: text, posting: job, language: 'en' });
        const bare = withoutSentence(content).replace(/^## (?:Summary|简介)\n\n(?=## )/m, '');
        expect(wordsOf(bare).toSorted()).toEqual(wordsOf(text).toSorted());
        const bullets = (all: string) =>
          all
            .split('\n')
            .filter((line) => line.startsWith('- ') && !line.startsWith('- **'))
            .toSorted();
        expect(bullets(content)).toEqual(bullets(text));
      }),
      RUNS,
    );
  });

  test('never contains what the guard would refuse, and covers the same skills', () => {
    fc.assert(
      fc.property(arbitraryResume, arbitraryPosting, (text, job) => {
        const { content } = tailorOffline({ resume: text, posting: job, language: 'en' });
        expect(findFabrications({ original: text, tailored: content })).toEqual([]);
        const skills = findSkills(job.descriptionMd);
        expect(keywordCoverage(content, skills)).toBe(keywordCoverage(text, skills));
      }),
      RUNS,
    );
  });

  test('keeps every word of any text, even one that is not a resume', () => {
    const known = [
      '# A',
      '## Summary',
      '## Experience',
      '### B',
      '## Skills',
      '',
      '- a',
      '- Docker',
      'Tools: a, (b), Docker',
    ];
    const line = fc.oneof(fc.constantFrom(...known), fc.string({ unit: 'grapheme' }));
    const anyText = fc.array(line, { maxLength: 15 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(anyText, (text) => {
        const { content } = tailorOffline({ resume: text, posting, language: 'zh' });
        expect(lostWords(text, content)).toEqual([]);
      }),
      RUNS,
    );
    const long = '- Docker, Kubernetes\n'.repeat(5_000);
    const { content } = tailorOffline({ resume: long, posting, language: 'en' });
    expect(lostWords(long, content)).toEqual([]);
    expect(content).toContain('Relevant experience: Kubernetes, Docker.');
  });
});

describe('the order of a tailored resume', () => {
  const score = (line: string) => (line.match(/x/g) ?? []).length;

  test('sorts items of a list, best first, with what belongs to them', () => {
    expect(sortItems(['- a', '- x', '  more', '', '- xx', 'text', '- b'], score)).toEqual([
      '- x',
      '  more',
      '- a',
      '',
      '- xx',
      'text',
      '- b',
    ]);
  });

  test('keeps the order of items with equal scores', () => {
    expect(sortItems(['- ax', '- bx', '- c', '- dx'], score)).toEqual(['- ax', '- bx', '- dx', '- c']);
  });

  test('keeps numbers in their place', () => {
    expect(sortItems(['1. a', '2. x'], score)).toEqual(['1. x', '2. a']);
  });

  test.each([
    ['- a, x, b', '- x, a, b'],
    ['- **Tools**: a, xx, x', '- **Tools**: xx, x, a'],
    ['Tools: a, x.', 'Tools: x, a.'],
    ['- a (x, b), c, xx', '- xx, a (x, b), c'],
    ['- 工具：甲、x、乙', '- 工具：x、甲、乙'],
    ['a; x | b', 'x; a | b'],
    ['- x', '- x'],
    ['', ''],
  ])('changes the enumeration "%s" to "%s"', (line, sorted) => {
    expect(sortEnumeration(line, score)).toBe(sorted);
  });
});

describe('diffResumes', () => {
  test.each([
    ['a\nb\nc', 'a\nb\nc', { added: 0, removed: 0, moved: 0 }],
    ['a\nb\nc', 'c\na\nb', { added: 0, removed: 0, moved: 1 }],
    ['a\nb\nc', 'c\na\nd', { added: 1, removed: 1, moved: 1 }],
    ['a\na', 'a', { added: 0, removed: 1, moved: 0 }],
    ['a\n\n\nb', ' a \nb', { added: 0, removed: 0, moved: 0 }],
    ['', 'a', { added: 1, removed: 0, moved: 0 }],
  ])('counts the changes from %j to %j', (before, after, diff) => {
    expect(diffResumes(before, after)).toEqual(diff);
  });

  test('the lengths of a difference add up, and one line of a reversal stays in place', () => {
    const lines = fc.array(fc.stringMatching(/^[a-e]$/), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const { added, removed, moved } = diffResumes(before.join('\n'), after.join('\n'));
        expect(before.length - removed).toBe(after.length - added);
        expect(moved).toBeLessThanOrEqual(Math.max(0, before.length - removed - 1));
      }),
    );
    const many = Array.from({ length: 2_000 }, (_, at) => `line ${at}`);
    expect(diffResumes(many.join('\n'), many.toReversed().join('\n'))).toEqual({ added: 0, removed: 0, moved: 1_999 });
  });
});

test('coverage is the share of skills that a text mentions', () => {
  const skills = ['Go', 'Rust', 'SQL'].map((name) => ({ name, required: true }));
  expect(keywordCoverage('Skills: Go, SQL', skills)).toBe(0.67);
  expect(keywordCoverage('nothing', skills)).toBe(0);
  expect(keywordCoverage('Skills: Go', [])).toBeNull();
});
