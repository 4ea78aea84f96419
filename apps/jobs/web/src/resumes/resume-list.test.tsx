import { expect, test } from 'vitest';
import { render, toText } from '../jobs/__fixtures__/render.tsx';
import { aResume } from './__fixtures__/a-resume.ts';
import { ResumeList } from './resume-list.tsx';

const resumes = [
  aResume({ id: 1, name: 'First', isDefault: true, useCount: 1 }),
  aResume({ id: 2, name: 'Scanned', parseStatus: 'partial', charCount: 1 }),
  aResume({ id: 3, name: 'Broken', parseStatus: 'failed', useCount: 1200 }),
];
const markup = (language: 'en' | 'zh' = 'en'): string => render(<ResumeList resumes={resumes} chosen={2} />, language);

test('each resume shows its kind, which one is the default, and which could not be read', () => {
  const text = toText(markup());
  expect(text).toContain('First Default 1,234 characters · tailored once');
  expect(text).toContain('Scanned hardly readable 1 character · never tailored');
  expect(text).toContain('Broken not readable 1,234 characters · tailored 1,200 times');
});

test('the list links to each resume, and marks the one that is shown', () => {
  const links = [...markup().matchAll(/<a [^>]*>/g)].map(([link]) => link);
  expect(links.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual(['#/resumes/1', '#/resumes/2', '#/resumes/3']);
  expect(links.map((link) => link.includes('aria-current="true"'))).toEqual([false, true, false]);
});

test('the list of resumes is shown in Chinese', () => {
  const text = toText(markup('zh'));
  expect(text).toContain('First 默认 1,234 个字符 · 已定制 1 次');
  expect(text).toContain('Broken 无法读取');
  expect(text).not.toMatch(/Default|readable|characters|tailored/);
});

test('the name of a resume is shown as text', () => {
  const text = render(<ResumeList resumes={[aResume({ name: '<script>x</script>' })]} chosen={undefined} />);
  expect(text).toContain('&lt;script&gt;x&lt;/script&gt;');
  expect(text).not.toContain('<script');
});
