import fc from 'fast-check';
import Pdf from 'pdfkit';
import { describe, expect, test } from 'vitest';
import type { JsonResume } from './json-resume.ts';
import { parseResume } from './parse-resume.ts';
import { readOutline, toMarkdownText, toResumeKind } from './resume-outline.ts';
import { textToMarkdown } from './text-to-markdown.ts';
import { toJsonResume } from './to-json-resume.ts';
import { toMarkdown } from './to-markdown.ts';
import { toPlainText } from './to-plain-text.ts';

const ada: JsonResume = {
  basics: {
    name: 'Ada Example',
    label: 'Backend Engineer',
    email: 'ada@example.org',
    phone: '+49 30 1234567',
    url: 'https://ada.example',
    summary: 'I build services that stay up.',
    location: { city: 'Berlin', countryCode: 'DE' },
    profiles: [{ network: 'GitHub', username: 'ada', url: 'https://github.com/ada' }],
  },
  work: [
    {
      position: 'Senior Engineer',
      name: 'Acme',
      location: 'Berlin',
      startDate: '2020-01',
      summary: 'Payments.',
      highlights: ['Moved 3 services to Go', 'Cut costs by 40%'],
    },
    { position: 'Engineer', name: 'Initech', startDate: '2016', endDate: '2019-12', highlights: ['Wrote Java'] },
  ],
  education: [
    {
      studyType: 'MSc',
      area: 'Computer Science',
      institution: 'TU Somewhere',
      startDate: '2010',
      endDate: '2015',
      score: '1.3',
    },
  ],
  projects: [
    {
      name: 'Kite',
      entity: 'Open source',
      startDate: '2021',
      endDate: '2022',
      url: 'https://kite.example',
      description: 'A kite.',
      highlights: ['Flies'],
      keywords: ['Rust'],
    },
  ],
  skills: [{ name: 'Languages', level: 'expert', keywords: ['Go', 'Java'] }, { name: 'Docker' }],
  languages: [{ language: 'English', fluency: 'native' }, { language: 'German' }],
  certificates: [{ name: 'CKA', issuer: 'CNCF', date: '2022-05' }],
  volunteer: [{ position: 'Teacher', organization: 'School', startDate: '2018', endDate: '2019' }],
  interests: [{ name: 'Music', keywords: ['piano', 'choir'] }],
  references: [{ name: 'Bob', reference: 'She is good.' }],
};

/** A small PDF with a line of text per line; none makes a page without text. */
async function makePdf(lines: readonly string[]): Promise<Uint8Array> {
  const document = new Pdf({ size: 'A4' });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => document.on('end', resolve));
  for (const line of lines) document.text(line);
  document.rect(10, 10, 10, 10).fill();
  document.end();
  await ended;
  return new Uint8Array(Buffer.concat(parts));
}

describe('JSON Resume', () => {
  test('JSON Resume becomes readable markdown', () => {
    const markdown = toMarkdown(ada);
    expect(markdown.split('\n').slice(0, 13)).toEqual([
      '# Ada Example',
      '',
      'Backend Engineer',
      '',
      'ada@example.org | +49 30 1234567 | https://ada.example | Berlin, DE | [GitHub: ada](https://github.com/ada)',
      '',
      '## Summary',
      '',
      'I build services that stay up.',
      '',
      '## Experience',
      '',
      '### Senior Engineer — Acme',
    ]);
    expect(markdown).toContain(
      '*2020-01 – Present | Berlin*\n\nPayments.\n\n- Moved 3 services to Go\n- Cut costs by 40%',
    );
    expect(markdown).toContain('### MSc, Computer Science — TU Somewhere\n\n*2010 – 2015 | Score: 1.3*');
    expect(markdown).toContain('- **Languages** (expert): Go, Java\n- Docker');
    expect(markdown).toContain('- CKA, CNCF (2022-05)');
  });

  test('JSON Resume comes back from markdown as it was', () => {
    expect(toJsonResume(toMarkdown(ada))).toEqual(ada);
  });

  test('JSON Resume comes back from markdown whatever its words are', () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{1,9}$/);
    const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((some) => some.join(' '));
    const year = fc.integer({ min: 1990, max: 2030 }).map(String);
    const work = fc.record({
      position: words,
      name: words,
      startDate: year,
      endDate: year,
      highlights: fc.array(words, { minLength: 1, maxLength: 4 }),
    });
    const skills = fc.array(fc.record({ name: word, keywords: fc.array(word, { minLength: 1, maxLength: 4 }) }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(words, fc.array(work, { minLength: 1, maxLength: 4 }), skills, (name, roles, shelf) => {
        // "Engineer at Acme" is split as well, and titles come first, so both are kept out of the names here.
        fc.pre(!JSON.stringify(roles).match(/Lead|Head|Intern|At /));
        const resume = { basics: { name }, work: roles, skills: shelf };
        expect(toJsonResume(toMarkdown(resume))).toEqual(resume);
      }),
    );
  });

  test('keeps unknown fields', async () => {
    const parsed = await parseResume({ format: 'json-resume', content: JSON.stringify({ ...ada, custom: { x: 1 } }) });
    expect(parsed).toMatchObject({ parseStatus: 'success', parseErrors: [], structured: { ...ada, custom: { x: 1 } } });
    expect(parsed.content).toBe(toMarkdown(ada));
  });

  test('reports where it is wrong', async () => {
    const content = JSON.stringify({ basics: { name: 7 }, work: [{ startDate: 'last year' }, 'x'], skills: {} });
    const { parseStatus, parseErrors } = await parseResume({ format: 'json-resume', content });
    expect(parseStatus).toBe('failed');
    expect(parseErrors.map((error) => error.split(':')[0])).toEqual([
      'basics.name',
      'work.0.startDate',
      'work.1',
      'skills',
    ]);
    expect(parseErrors[1]).toBe('work.0.startDate: is not a date such as 2024, 2024-05 or 2024-05-31');
  });

  test.each([
    ['{', 'The file is not valid JSON.'],
    ['[]', /^resume: /],
    ['null', /^resume: /],
  ])('JSON Resume is refused as %s', async (content, message) => {
    const { parseStatus, parseErrors } = await parseResume({ format: 'json-resume', content });
    expect(parseStatus).toBe('failed');
    expect(parseErrors[0]).toMatch(message);
  });

  test('JSON Resume without content is partial', async () => {
    expect(await parseResume({ format: 'json-resume', content: '{}' })).toMatchObject({ parseStatus: 'partial' });
  });
});

describe('a markdown resume', () => {
  test('a markdown resume stays as it is', async () => {
    const content = '# Ada\n\n## Skills\n\n- Go';
    expect(
      await parseResume({ format: 'markdown', content: `\uFEFF${content.replaceAll('\n', '\r\n')}\u0000` }),
    ).toMatchObject({
      content,
      parseStatus: 'success',
      structured: { basics: { name: 'Ada' }, skills: [{ name: 'Go' }] },
    });
  });

  test('a markdown resume in Chinese is understood', () => {
    const markdown =
      '# 张三\n\n后端工程师 | zhang@example.com | 13800001111\n\n## 工作经历\n\n### 高级工程师 — 青竹科技\n\n2019-03 至今\n\n- 开发微服务\n\n## 教育经历\n\n### 本科, 计算机 — 某大学\n\n2012 – 2016\n\n## 技能\n\n- 语言：Java、Go';
    expect(toJsonResume(markdown)).toEqual({
      basics: { name: '张三', label: '后端工程师', email: 'zhang@example.com', phone: '13800001111' },
      work: [{ position: '高级工程师', name: '青竹科技', startDate: '2019-03', highlights: ['开发微服务'] }],
      education: [{ studyType: '本科', area: '计算机', institution: '某大学', startDate: '2012', endDate: '2016' }],
      skills: [{ name: '语言', keywords: ['Java', 'Go'] }],
    });
  });

  test('a role with its company first is understood', () => {
    expect(toJsonResume('# A\n## Experience\n### Acme — Staff Engineer\n').work).toEqual([
      { position: 'Staff Engineer', name: 'Acme' },
    ]);
  });

  test('markdown is parsed and written back without a change', () => {
    const line = fc.oneof(
      fc.constantFrom('# A', '## Skills', '### B', '- c', '', '#### d', 'text', '## '),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const markdown = lines.join('\n');
        expect(toMarkdownText(readOutline(markdown))).toBe(markdown);
      }),
    );
  });

  test('a markdown resume becomes plain text', () => {
    expect(toPlainText('# Ada\n\n**Bold** and *italic* [me](https://a.example)\n\n---\n- snake_case C++')).toBe(
      'Ada\n\nBold and italic me (https://a.example)\n\n• snake_case C++',
    );
  });
});

describe('a plain text resume', () => {
  test('a plain text resume becomes markdown', async () => {
    const content =
      'Ada Example\nada@example.org\n\nEXPERIENCE\nEngineer, Acme\n• Built a thing that\nnever failed\n\uF0B7 Slept\n\nSkills:\nGo, SQL';
    expect((await parseResume({ format: 'text', content })).content).toBe(
      '# Ada Example\nada@example.org\n\n## EXPERIENCE\n\nEngineer, Acme\n- Built a thing that never failed\n- Slept\n\n## Skills\n\nGo, SQL',
    );
  });

  test('a plain text resume in Chinese becomes markdown', () => {
    expect(textToMarkdown('张三\n工作经历\n青竹科技\n· 开发\n教育经历：\n某大学')).toBe(
      '# 张三\n\n## 工作经历\n\n青竹科技\n- 开发\n\n## 教育经历\n\n某大学',
    );
  });

  test('an empty text is refused', async () => {
    expect(await parseResume({ format: 'text', content: ' \n' })).toEqual({
      content: '',
      parseStatus: 'failed',
      parseErrors: ['The resume is empty.'],
    });
    expect((await parseResume({ format: 'text', content: '', language: 'zh' })).parseErrors).toEqual(['简历是空的。']);
  });
});

describe('a PDF resume', () => {
  test('a PDF resume is read line by line', async () => {
    const bytes = await makePdf([
      'Ada Example',
      'ada@example.org',
      'Experience',
      'Engineer at Acme',
      '- Wrote Go',
      'Education',
      'TU Somewhere',
    ]);
    const parsed = await parseResume({ format: 'pdf', bytes });
    expect(parsed.parseStatus).toBe('success');
    expect(parsed.content).toBe(
      '# Ada Example\nada@example.org\n\n## Experience\n\nEngineer at Acme\n- Wrote Go\n\n## Education\n\nTU Somewhere',
    );
    expect(await parseResume({ format: 'pdf', content: Buffer.from(bytes).toString('base64') })).toEqual(parsed);
  });

  test('a PDF without text is probably a scanned image', async () => {
    const parsed = await parseResume({ format: 'pdf', bytes: await makePdf([]) });
    expect(parsed.parseStatus).toBe('partial');
    expect(parsed.parseErrors[0]).toContain('scanned image?');
  });

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['half a file', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>'],
  ])('a PDF is refused when it is %s', async (_, text) => {
    const parsed = await parseResume({ format: 'pdf', bytes: new TextEncoder().encode(text), language: 'zh' });
    expect(parsed).toMatchObject({ content: '', parseStatus: 'failed' });
    expect(parsed.parseErrors[0]).toContain('无法读取');
  });

  test("keeps the caller's bytes intact", async () => {
    const bytes = await makePdf(['Ada Example, engineer at large']);
    const { length } = bytes;
    await parseResume({ format: 'pdf', bytes });
    expect(bytes.length).toBe(length);
  });
});

test.each([
  ['Work Experience', 'work'],
  ['Professional Summary', 'summary'],
  ['技能', 'skills'],
  ['项目经历', 'projects'],
  ['Certifications', 'certificates'],
  ['Something else', 'other'],
])('"%s" announces %s', (title, kind) => {
  expect(toResumeKind(title)).toBe(kind);
});

test('parsing a resume is fast for any text', async () => {
  for (const piece of ['# ', '- a\n', '*', '[', '(a', '2020 – ', '|', '**a**: ', 'a, ', '\n']) {
    const content = piece.repeat(process.env.TEST_FULL === '1' ? 200_000 : 20_000);
    for (const format of ['markdown', 'text'] as const)
      expect((await parseResume({ format, content })).content).toBeDefined();
    expect(toPlainText(content)).toBeDefined();
  }
});
