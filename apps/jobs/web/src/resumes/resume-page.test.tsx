import { Server, ServerContext } from '@posthouse/components';
import { expect, test } from 'vitest';
import type { Resume } from '../api/resume.ts';
import { render, toText } from '../jobs/__fixtures__/render.tsx';
import { aResume } from './__fixtures__/a-resume.ts';
import { ResumePage } from './resume-page.tsx';

const never = (): Promise<Response> => new Promise(() => undefined);

function draw(about: Partial<Resume>, language: 'en' | 'zh' = 'en'): string {
  using server = new Server({ base: '', token: '', fetch: never });
  return render(
    <ServerContext value={server}>
      <ResumePage resume={aResume(about)} isOnly={false} onChanged={() => undefined} />
    </ServerContext>,
    language,
  );
}

test('the page shows where a resume comes from and what is in it', () => {
  const text = toText(draw({ source: 'pdf_upload', originalFilename: 'kim.pdf', useCount: 2 }));
  expect(text).toContain('from a PDF (kim.pdf) · 1,234 characters · tailored 2 times · changed Jan 22, 2026');
  expect(text).toContain('Skills found TypeScript SQL');
  expect(text).toContain('Kim Sample');
});

test('an unknown source is shown as it is', () => {
  expect(toText(draw({ source: 'telegram' }))).toContain('telegram · 1,234 characters');
});

test('the page offers to make a resume the default, unless it is', () => {
  expect(toText(draw({}))).toContain('Make default');
  expect(toText(draw({ isDefault: true }))).not.toContain('Make default');
});

test('the page shows what could not be read, and what to do about it', () => {
  const about = { parseStatus: 'failed', parseErrors: ['The PDF cannot be read.'], content: '', skills: [] } as const;
  const markup = draw({ ...about, parseErrors: [...about.parseErrors], skills: [] });
  expect(markup).toContain('role="alert"');
  const text = toText(markup);
  expect(text).toContain('The PDF cannot be read. Write the text');
  expect(text).toContain('No known skill was found in it');
  expect(text).toContain('It has no text.');
});

test('a partially read text is not an alert', () => {
  const markup = draw({ parseStatus: 'partial', parseErrors: ['Is it a scanned image?'] });
  expect(markup).not.toContain('role="alert"');
  expect(toText(markup)).toContain('Is it a scanned image?');
});

test.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '[press](javascript:alert(1))',
  '![look](https://tracker.example/pixel.png)',
  '<iframe src="https://example.org"></iframe>',
  '<a href="javascript:alert(1)">press</a>',
])('%s stays text, or a link that does nothing', (content) => {
  const markup = draw({ content: `# Kim\n\n${content}` });
  expect(markup).not.toMatch(/<(?:img|script|iframe)|href="javascript|onerror="/);
});

test('the resume page is shown in Chinese', () => {
  const text = toText(draw({ parseErrors: ['无法读取'], skills: [], content: '' }, 'zh'));
  expect(text).toContain('粘贴 · 1,234 个字符 · 从未定制 · 修改于 2026年1月22日');
  expect(text.replaceAll(/Mine|Markdown|JSON Resume/g, '')).not.toMatch(/[A-Za-z]{3,}/);
});
