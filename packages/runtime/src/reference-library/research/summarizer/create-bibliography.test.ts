import { describe, expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { type CitedSource, type Style, toEntry } from './citation-styles.ts';
import { createBibliography } from './create-bibliography.ts';

const full: CitedSource = {
  title: 'On Bees',
  author: 'Apis, Ada',
  year: 1999,
  publisher: 'Hive Press',
  url: 'https://example.com/bees',
};

describe('a source of a bibliography', () => {
  test.each<[Style, string]>([
    ['apa', 'Apis, Ada (1999). *On Bees*. Hive Press. https://example.com/bees'],
    ['mla', 'Apis, Ada. "On Bees." Hive Press, 1999, https://example.com/bees'],
    ['chicago', 'Apis, Ada. *On Bees*. Hive Press, 1999. https://example.com/bees'],
    ['simple', 'On Bees, Apis, Ada, 1999, https://example.com/bees'],
  ])('a source is formatted in the style %s', (style, entry) => {
    expect(toEntry(full, style)).toBe(entry);
  });

  test.each<[Style, string]>([
    ['apa', 'On Bees (n.d.).'],
    ['mla', '"On Bees."'],
    ['chicago', '*On Bees*.'],
    ['simple', 'On Bees'],
  ])('a source with only a title is formatted in the style %s', (style, entry) => {
    expect(toEntry({ title: 'On Bees' }, style)).toBe(entry);
  });

  test('a source whose author ends in a full stop has only one', () => {
    expect(toEntry({ title: 'T', author: 'Apis, A.' }, 'chicago')).toBe('Apis, A. *T*.');
  });
});

describe('a bibliography', () => {
  const sources = [{ ...full, author: 'Zoe' }, full, { title: 'Anon' }];

  test('a bibliography is sorted by author, in the style apa by default', async () => {
    const made = (await runExample(createBibliography, { sources })) as { entries: string[]; bibliography: string };
    expect(made).toMatchObject({ style: 'apa', source_count: 3 });
    expect(made.entries.map((entry) => entry.slice(0, 4))).toEqual(['Anon', 'Apis', 'Zoe ']);
    expect(made.bibliography).toBe(made.entries.join('\n'));
  });

  test('keeps the given order, numbered, in the simple style', async () => {
    const made = (await runExample(createBibliography, { sources, style: 'simple' })) as { entries: string[] };
    expect(made.entries.map((entry) => entry.slice(0, 10))).toEqual(['1. On Bees', '2. On Bees', '3. Anon']);
  });

  test('a bibliography is refused without sources, or with none that have a title', async () => {
    for (const input of [{}, { sources: [] }, { sources: [{}] }, { sources: ['x'] }, { sources, style: 'harvard' }]) {
      await expect(runExample(createBibliography, input)).rejects.toMatchObject({ code: 'action_failed' });
    }
  });
});
