import { expect, test } from 'vitest';
import { render, toText } from '../jobs/__fixtures__/render.tsx';
import { Figure } from './figure.tsx';

type Row = { name: string; count: number };

const show = (rows: readonly Row[], about: { empty?: string; text?: string } = {}): string =>
  render(
    <Figure
      title="Skills"
      height="h-40"
      chart={<svg />}
      columns={[
        { title: 'Skill', cell: ({ name }: Row) => name },
        { title: 'Jobs', cell: ({ count }: Row) => count },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
      {...about}
    >
      <p>And more.</p>
    </Figure>,
  );

test('a chart is hidden from screen readers, and its table is for everybody', () => {
  const markup = show([{ name: 'Go', count: 3 }]);
  expect(markup).toMatch(/<div aria-hidden="true" class="h-40"><svg>/);
  expect(markup).toContain('<caption class="sr-only">Skills</caption>');
  expect(markup).toMatch(/<th scope="row"[^>]*>Go<\/th><td[^>]*>3<\/td>/);
  expect(toText(markup)).toContain('And more.');
});

test('a long table is folded until it is opened', () => {
  const rows = Array.from({ length: 7 }, (_, index) => ({ name: `s${index}`, count: index }));
  expect(show(rows)).not.toContain('<table');
  expect(show(rows.slice(1))).toContain('<table');
});

test('an empty figure shows a sentence instead of chart and table', () => {
  const markup = show([], { empty: 'Nothing yet.', text: 'What jobs ask for.' });
  expect(toText(markup)).toBe('Skills What jobs ask for. Nothing yet.');
  expect(markup).not.toContain('<svg');
});
