import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { formatReport } from './format-report.ts';
import { type ReportSection, toReport } from './to-report.ts';

const now = new Date('2026-05-01T12:34:56Z');

function report(...sections: ReportSection[]): string {
  return toReport({ title: 'Sales', sections, now });
}

test('a report has a title, a time and its sections', () => {
  expect(report({ heading: 'Summary', content: ' All is well. ' })).toBe(
    [
      '# Sales',
      '',
      '*Made on 2026-05-01 12:34 UTC*',
      '',
      '<a id="section-1"></a>',
      '',
      '## Summary',
      '',
      'All is well.',
    ].join('\n'),
  );
});

test('more than two sections have a list of contents', () => {
  const sections = ['One', 'Two', 'Three'].map((heading) => ({ heading, content: 'x' }));
  expect(report(...sections.slice(0, 2))).not.toContain('## Contents');
  expect(report(...sections)).toContain(
    '## Contents\n\n1. [One](#section-1)\n2. [Two](#section-2)\n3. [Three](#section-3)',
  );
});

describe('tables of a report', () => {
  test('a table has all columns of all rows', () => {
    const content = [
      { a: 1, b: 'x' },
      { a: 2, c: null },
    ];
    expect(report({ heading: 'Data', content })).toContain(
      '| a | b | c |\n| --- | --- | --- |\n| 1 | x |  |\n| 2 |  | null |',
    );
  });

  test('a table ends after fifty rows', () => {
    const content = Array.from({ length: 53 }, (_, n) => ({ n }));
    const text = report({ heading: 'Data', content });
    expect(text).toContain('| 49 |');
    expect(text).not.toContain('| 50 |');
    expect(text).toContain('*3 more rows are not shown.*');
  });

  test('a table may be empty', () => {
    expect(report({ heading: 'Data', content: [] })).toContain('*No data.*');
  });

  test('the contents of a table cannot break it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ a: fc.string(), b: fc.jsonValue() }), { minLength: 1, maxLength: 5 }),
        (content) => {
          const table = report({ heading: 'Data', content }).split('## Data\n\n')[1]!.split('\n');
          expect(table).toHaveLength(content.length + 2);
          for (const line of table) expect(line.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(3);
        },
      ),
    );
  });
});

test('names and values are a list', () => {
  expect(report({ heading: 'Figures', content: { mean: 5, best: 'kettle' } })).toContain(
    '- **mean**: 5\n- **best**: kettle',
  );
});

test('the action counts what it produced', async () => {
  const sections = [
    { heading: 'Summary', content: 'Good.' },
    { heading: 'Data', content: [{ a: 1 }] },
    { heading: 'Figures', content: { mean: 5 } },
  ];
  const made = (await runExample(formatReport, { title: 'Sales', sections })) as { report: string };
  expect(made).toMatchObject({ success: true, title: 'Sales', section_count: 3, character_count: made.report.length });
  for (const input of [
    {},
    { title: '', sections },
    { title: 'a', sections: [] },
    { title: 'a', sections: [{ heading: 'h' }] },
    { title: 'a', sections: [{ heading: 'h', content: 5 }] },
    { title: 'a', sections: Array.from({ length: 51 }, () => sections[0]) },
    { title: 'a', sections: [{ heading: 'h', content: 'x'.repeat(50_001) }] },
  ]) {
    await expect(runExample(formatReport, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});
