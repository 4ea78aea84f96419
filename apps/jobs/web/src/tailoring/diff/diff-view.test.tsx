import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LanguageContext } from '../../words/use-words.ts';
import { diffTexts } from './diff-texts.ts';
import { DiffView } from './diff-view.tsx';

const draw = (before: string, after: string, showsAll = false): string =>
  renderToStaticMarkup(<DiffView lines={diffTexts(before, after)} showsAll={showsAll} />).replaceAll(
    / class="[^"]*"/g,
    '',
  );

test('the diff marks additions and removals by more than colour', () => {
  const markup = draw('Built the API in Go', 'Built the API in TypeScript');
  expect(markup).toContain('<del><span>Removed: </span><span aria-hidden="true">−</span>Go</del>');
  expect(markup).toContain('<ins><span>Added: </span><span aria-hidden="true">+</span>TypeScript</ins>');
});

test('the sign of a whole line stands before the line', () => {
  const markup = draw('a', 'a\nsomething new');
  expect(markup).toContain('<span aria-hidden="true">+</span><div><ins><span>Added: </span>something new</ins></div>');
});

test('the diff shows where a line has moved to', () => {
  const markup = draw('first line\nsecond line\nthird line', 'third line\nfirst line\nsecond line');
  expect(markup).toContain('<span aria-hidden="true">+</span><div>third line<span>moved here</span></div>');
  expect(markup).toContain('<span aria-hidden="true">−</span><div>third line<span>moved away</span></div>');
});

test('the diff shows what was changed in a line that has moved', () => {
  const markup = draw('Built the API in Go\nsecond line', 'second line\nBuilt the API in TypeScript');
  expect(markup).toContain(
    'Built the API in <del><span>Removed: </span><span aria-hidden="true">−</span>Go</del><span>moved away',
  );
  expect(markup).toContain('<span aria-hidden="true">+</span>TypeScript</ins><span>moved here</span>');
});

test('the diff leaves out what is far from every change, unless all of it is wanted', () => {
  const text = ['a', 'b', 'c', 'd', 'e'].join('\n');
  expect(draw(text, `${text}\nnew`)).toContain('<p>4 unchanged lines</p>');
  const everything = draw(text, `${text}\nnew`, true);
  expect(everything).not.toContain('without a change');
  expect(everything).toContain('<div>a</div>');
});

test('markup in the compared texts is shown as text', () => {
  const markup = draw('x', '<img src=x onerror=alert(1)><script>alert(1)</script>');
  expect(markup).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(markup).not.toMatch(/<(?:img|script)/);
});

test('the diff is shown in Chinese', () => {
  const markup = renderToStaticMarkup(
    <LanguageContext value={{ language: 'zh', change: () => undefined }}>
      <DiffView lines={diffTexts('a', 'b c')} showsAll={false} />
    </LanguageContext>,
  );
  expect(markup).toContain('新增：');
  expect(markup).not.toContain('Added');
});

test('lines without words are not read out', () => {
  const markup = draw('a', 'a\n\nb c d');
  expect(markup).toContain('<span aria-hidden="true">+</span><div></div>');
  expect(markup.match(/Added/g)).toHaveLength(1);
});
