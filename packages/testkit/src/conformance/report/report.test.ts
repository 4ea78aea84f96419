import { describe, expect, it } from 'vitest';
import type { Finding } from '../findings/verdict.ts';
import type { ConformanceReport } from '../run-conformance.ts';
import { byDifference, bySection, countVerdicts } from './count-verdicts.ts';
import { describeEvidence } from './describe-evidence.ts';
import { toMarkdown } from './to-markdown.ts';
import { toText } from './to-text.ts';

const findings: Finding[] = [
  {
    id: 'N01',
    section: 'Messages',
    level: 'MUST',
    says: 'Messages are valid.',
    sentence: 'Conformance, 1',
    verdict: 'differs',
    behaviour: 'better',
    differences: ['nulls-omitted'],
  },
  {
    id: 'N02',
    section: 'Messages',
    level: 'MUST',
    says: 'Types are checked.',
    verdict: 'pass',
    behaviour: 'as the reference',
  },
  {
    id: 'N55',
    section: 'Server',
    level: 'MUST',
    says: 'Versions rise | fall.',
    verdict: 'not-applicable',
    reason: 'cannot be shown',
  },
  {
    id: 'B08',
    section: 'Answers',
    level: 'SHOULD',
    says: 'GET /task is refused.',
    sentence: 'Error Handling › Server, 3',
    verdict: 'fail',
    behaviour: 'as the reference',
    evidence: {
      expected: 'one\ntwo',
      seen: '500 Oops',
      request: { method: 'GET', path: '/task', headers: { authorization: 'Bearer <user>' }, body: '{}' },
      answer: { status: 500, headers: {}, text: 'x'.repeat(3_000), ended: true, milliseconds: 1 },
    },
  },
];

const report: ConformanceReport = {
  url: 'http://mail.example',
  swarm: 'harbour',
  scenarios: false,
  findings,
  conforms: true,
};

describe('counting verdicts', () => {
  it('counts verdicts, groups them by section, and names the checks that saw a difference', () => {
    expect(countVerdicts(findings)).toEqual({ pass: 1, differs: 1, fail: 1, 'not-applicable': 1 });
    expect(bySection(findings).map(([section, of]) => [section, of.length])).toEqual([
      ['Messages', 2],
      ['Server', 1],
      ['Answers', 1],
    ]);
    expect(byDifference(findings)).toEqual([['nulls-omitted', ['N01']]]);
    expect(byDifference([])).toEqual([]);
  });
});

describe('the evidence of a failure', () => {
  it('shows what was expected, seen, sent and answered, no longer than needed', () => {
    const lines = describeEvidence(findings[3]!.evidence!);
    expect(lines.slice(0, 6)).toEqual([
      'expected  one',
      '          two',
      'saw       500 Oops',
      'request   GET /task',
      '          authorization: Bearer <user>',
      '          {}',
    ]);
    expect(lines.at(-1)).toMatch(/^ {10}x{2000}… \(3000 characters\)$/);
  });

  it('leaves out missing parts', () => {
    expect(describeEvidence({ expected: 'a', seen: 'b' })).toEqual(['expected  a', 'saw       b']);
  });
});

describe('the report for people', () => {
  const lines = toText(report).split('\n');

  it('says what was checked', () => {
    expect(lines[0]).toBe(
      'MAIL conformance of http://mail.example, swarm harbour (not the conformance swarm: no scenarios)',
    );
    expect(toText({ ...report, scenarios: true }).split('\n')[0]).toBe(
      'MAIL conformance of http://mail.example, swarm harbour',
    );
  });

  it('the report for people has a table of sections', () => {
    expect(lines[2]!.trim().split(/\s+/)).toEqual(['pass', 'differs', 'fail', 'not-applicable']);
    expect(lines[3]!.split(/\s+/)).toEqual(['Messages', '1', '1', '0', '0']);
    expect(lines[6]!.split(/\s+/)).toEqual(['all', '1', '1', '1', '1']);
  });

  it('the report for people has a line for every check', () => {
    expect(lines).toContain('  ≈ N01                 MUST   Messages are valid. [nulls-omitted]');
    expect(lines).toContain('  ✓ N02                 MUST   Types are checked.');
    expect(lines).toContain('  - N55                 MUST   Versions rise | fall. [cannot be shown]');
    expect(lines).toContain('  ✗ B08                 SHOULD GET /task is refused.');
  });

  it('names the differences and shows the failures', () => {
    const text = lines.join('\n');
    expect(text).toContain("Deliberate differences\n  nulls-omitted (N01)\n    MAIL's own server sends null");
    expect(text).toContain(
      "Failures\n  B08 SHOULD GET /task is refused. MAIL's own server does the same.\n    SPEC.md   Error Handling › Server, 3\n    expected  one",
    );
  });

  it('ends with a conclusion', () => {
    const counts = '(1 pass, 1 differ on purpose, 1 fail, 1 do not apply).';
    expect(lines.at(-2)).toBe(`Conforms: no MUST fails ${counts}`);
    expect(
      toText({ ...report, conforms: false })
        .split('\n')
        .at(-2),
    ).toBe(`Does not conform: a MUST fails ${counts}`);
  });

  it('leaves out empty parts', () => {
    const text = toText({ ...report, findings: [findings[1]!] });
    expect(text).not.toContain('Deliberate differences');
    expect(text).not.toContain('Failures');
  });
});

describe('the report for documentation', () => {
  const page = toMarkdown(report);

  it('the report for documentation has a table for each section, with bars escaped', () => {
    expect(page).toContain('## Messages: 1 pass, 1 differ, 0 fail, 0 do not apply');
    expect(page).toContain('| N01 | MUST | Messages are valid. | Conformance, 1 | differs | `nulls-omitted` |');
    expect(page).toContain('| N55 | MUST | Versions rise \\| fall. |  | not-applicable | cannot be shown |');
  });

  it('names the differences and shows the failures', () => {
    expect(page).toContain('| `nulls-omitted` | sends null for swarm fields');
    expect(page).toContain('### B08: GET /task is refused.\n\n```text\nexpected  one');
    expect(page.endsWith('```\n')).toBe(true);
  });

  it('leaves out empty parts', () => {
    expect(toMarkdown({ ...report, findings: [findings[1]!] })).not.toContain('## Deliberate');
  });
});
