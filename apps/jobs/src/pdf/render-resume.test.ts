import fc from 'fast-check';
import { extractLinks, extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { toPlainText } from '../resumes/to-plain-text.ts';
import { chinese, european, japanese, korean, latin } from './__fixtures__/resumes.ts';
import { renderResume } from './render-resume.ts';

const resumes = { latin, european, chinese, japanese, korean };
const names = ['modern', 'classic', 'minimal'] as const;

async function read(bytes: Uint8Array): Promise<{ text: string; pages: number }> {
  const { text, totalPages } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return { text, pages: totalPages };
}

/** The words of a text without the spaces, since lines are broken elsewhere. */
function squeeze(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, '');
}

/** What a reader must find: each line of the resume without its marks. Links show their text only. */
function expectedLines(markdown: string): string[] {
  const shown = markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  return toPlainText(shown)
    .split('\n')
    .map((line) => squeeze(line.replace(/^\s*(?:•|\d+\.)\s/u, '')))
    .filter((line) => line !== '');
}

describe.each(names)('the template %s', (template) => {
  test.each(Object.entries(resumes))('shows every line of a resume in %s as selectable text', async (_, markdown) => {
    const { bytes, warnings } = await renderResume(markdown, { template, pageSize: 'A4' });
    const text = squeeze((await read(bytes)).text);
    for (const line of expectedLines(markdown)) expect(text).toContain(line);
    expect(warnings).toEqual([]);
  });

  test('continues over pages, loses nothing, and leaves no heading alone', async () => {
    const role = (at: number) =>
      `### Role ${at} — Company ${at}\n\n*20${10 + (at % 10)} – 20${11 + (at % 10)}*\n\n- Did thing number ${at}\n- And another one, ${at}\n`;
    const markdown = `# Ada\n\nada@example.org\n\n## Experience\n\n${Array.from({ length: 60 }, (_, at) => role(at)).join('\n')}\n\n## Skills\n\n- Go`;
    const { bytes } = await renderResume(markdown, { template, pageSize: 'Letter' });
    const { text, pages } = await read(bytes);
    expect(pages).toBeGreaterThan(3);
    for (const line of expectedLines(markdown)) expect(squeeze(text)).toContain(line);
    const { text: each } = await extractText(new Uint8Array(bytes));
    for (const page of each) {
      expect(page.trim().split('\n').at(-1)).not.toMatch(/^(?:Role \d+ — Company \d+|Skills|20\d\d – 20\d\d)$/);
    }
  });

  test.each(Array.from({ length: 8 }, (_, lines) => lines))(
    'items of a few lines are not divided, wherever a page ends: %i lines lower',
    async (lines) => {
      const words =
        'Many words about one thing that was done, and why it was done, and by whom, so that they need two lines, or three.';
      const items = Array.from({ length: 60 }, (_, at) => `- First${at} ${words} Last${at}`).join('\n');
      const lower = Array.from({ length: lines }, (_, at) => `${at + 1}. Filler\n`).join('');
      const markdown = `# Ada\n\n## Experience\n\n${lower}\n### Role\n\n${items}`;
      const { bytes } = await renderResume(markdown, { template, pageSize: 'A4' });
      const { text: pages } = await extractText(new Uint8Array(bytes));
      expect(pages.length).toBeGreaterThan(1);
      for (const page of pages) {
        expect(page.match(/First\d+/g)?.map((word) => word.slice(5))).toEqual(
          page.match(/Last\d+/g)?.map((word) => word.slice(4)),
        );
      }
    },
  );

  test('divides long texts so that no line stands alone', async () => {
    const line = 'These are the words of a text that goes on for a while and is longer than any page can be. ';
    const { bytes } = await renderResume(`# Ada\n\n${'Short.\n\n'.repeat(3)}${line.repeat(80)}`, {
      template,
      pageSize: 'A4',
    });
    const { text: pages } = await extractText(new Uint8Array(bytes));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page.trim().split('\n').length).toBeGreaterThan(1);
  });
});

describe('a PDF', () => {
  test('a PDF has the size of its paper', async () => {
    for (const [pageSize, width, height] of [
      ['A4', 595.28, 841.89],
      ['Letter', 612, 792],
    ] as const) {
      const { bytes } = await renderResume('# Ada', { template: 'classic', pageSize });
      const document = await getDocumentProxy(bytes);
      const [, , x = 0, y = 0] = (await document.getPage(1)).view;
      expect([x, y].map(Math.round)).toEqual([width, height].map(Math.round));
      await document.loadingTask.destroy();
    }
  });

  test('a PDF is the same to the byte for the same resume', async () => {
    const options = { template: 'modern', pageSize: 'A4' } as const;
    const [one, other] = [await renderResume(chinese, options), await renderResume(chinese, options)];
    expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(true);
  });

  test('embeds only the letters that it uses', async () => {
    const { bytes } = await renderResume(chinese, { template: 'modern', pageSize: 'A4' });
    expect(bytes.length).toBeLessThan(100_000);
  });

  test('says where it was cut if a resume is too long', async () => {
    const markdown = `# Ada\n\n${'Words and words. '.repeat(6_000)}`;
    const { warnings } = await renderResume(markdown, { template: 'minimal', pageSize: 'A4' });
    expect(warnings).toEqual(['The resume is too long; the PDF ends after 100000 characters.']);
  });

  test('links to the web and nowhere else', async () => {
    const markdown =
      '# Ada\n\n[home](https://ada.example/) [mail](mailto:ada@example.org) [bad](javascript:alert(1)) [file](file:///etc/passwd) https://written.example/down';
    const { bytes } = await renderResume(markdown, { template: 'modern', pageSize: 'A4' });
    expect((await extractLinks(new Uint8Array(bytes))).links).toEqual([
      'https://ada.example/',
      'mailto:ada@example.org',
      'https://written.example/down',
    ]);
    expect(squeeze((await read(bytes)).text)).toContain('homemailbadfilehttps://written.example/down');
  });
});

describe('letters that no font has', () => {
  test.each([
    ['Arabic', 'مرحبا'],
    ['Devanagari', 'नमस्ते'],
    ['Hebrew', 'שלום'],
    ['Thai', 'สวัสดี'],
    ['emoji', '🚀 and 👩‍💻'],
    ['U+2603', '\u2603'],
  ])('letters that no font has are reported: %s', async (script, text) => {
    const { bytes, warnings } = await renderResume(`# Ada\n\n- Before ${text} after`, {
      template: 'modern',
      pageSize: 'A4',
    });
    const expected = script === 'U+2603' ? /emoji|U\+2603/ : new RegExp(`^The PDF cannot show ${script};`);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(expected);
    const shown = (await read(bytes)).text;
    expect(shown).toContain('Before');
    expect(shown).toContain('after');
  });

  test('missing letters are reported once per script, in the language of the reader', async () => {
    const { warnings } = await renderResume('# مرحبا 🚀🎉 नमस्ते سلام', {
      template: 'minimal',
      pageSize: 'A4',
      language: 'zh',
    });
    expect(warnings.toSorted()).toEqual(
      [
        'PDF 无法显示天城文，已用方框代替。',
        'PDF 无法显示表情符号，已用方框代替。',
        'PDF 无法显示阿拉伯文，已用方框代替。',
      ].toSorted(),
    );
  });

  test('combining, joining and invisible letters are not reported', async () => {
    const markdown =
      '# Zoe\u0308 Mu\u0308ller\n\n- soft\u00ADhyphen, zero\u200Bwidth, no\u00A0break, é, ﬁ, Việt Nam, ½ × ² ™ © • – — …';
    const { bytes, warnings } = await renderResume(markdown, { template: 'classic', pageSize: 'A4' });
    expect(warnings.filter((warning) => !warning.includes('U+'))).toEqual([]);
    expect((await read(bytes)).text).toContain('Zoë Müller');
  });
});

describe('rendering any text', () => {
  test.each([
    ['nothing', ''],
    ['a word', 'word'],
    ['only headings', '# A\n## B\n### C\n#### D'],
    ['a table', '| a | b |\n|---|---|\n| one | two |'],
    ['code, quotes and HTML', '```\ncode one\n```\n\n> quoted two\n\n<b>three</b>'],
    ['a word without end', 'x'.repeat(5_000)],
    ['a header without end', `# A\n\n${'contact line\n\n'.repeat(200)}`],
    ['a Chinese line without a stop', '测试'.repeat(2_000)],
  ])('rendering works for %s', async (_, markdown) => {
    const { bytes } = await renderResume(markdown, { template: 'modern', pageSize: 'A4' });
    const text = squeeze((await read(bytes)).text);
    for (const word of ['one', 'two', 'three'].filter((each) => markdown.includes(each))) expect(text).toContain(word);
    // Marks go away, words do not.
    const letters = (all: string) => all.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    expect(letters(text)).toBe(letters(markdown));
  });

  test('rendering works for random text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.constantFrom(...names),
        async (markdown, template) => {
          const { bytes } = await renderResume(markdown, { template, pageSize: 'A4' });
          expect(Buffer.from(bytes).toString('latin1', 0, 5)).toBe('%PDF-');
        },
      ),
      { numRuns: process.env.TEST_FULL === '1' ? 200 : 6 },
    );
  });

  test.each([
    '> ',
    '- ',
    'http://a.b/',
    'a_',
    'a*b_',
    '*',
    '**a',
    '[',
    '[a](',
    '`',
    '# ',
    '1. ',
    '<b>',
    '\n',
    '|a',
    '_a_ ',
    '  - x\n',
    '\\',
  ])('rendering works for an endless repetition of %j', async (piece) => {
    const markdown = piece.repeat(process.env.TEST_FULL === '1' ? 5_000 : 300);
    await expect(renderResume(markdown, { template: 'minimal', pageSize: 'A4' })).resolves.toHaveProperty('bytes');
  });
});
