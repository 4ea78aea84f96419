import { describe, expect, test } from 'vitest';
import { IMPORT_WARNINGS } from '../import-warnings.ts';
import { importMicrodata } from './microdata.ts';

const scope = 'itemscope itemtype="https://schema.org/JobPosting"';

describe('microdata', () => {
  test('several postings are read, each with its own fields', () => {
    const one = (name: string) =>
      `<li ${scope}><b itemprop="title">${name}</b><i itemprop="hiringOrganization">Inn</i></li>`;
    const { postings } = importMicrodata(`<ul>${one('Cook')}${one('Host')}</ul>`);
    expect(postings.map(({ title, company }) => [title, company])).toEqual([
      ['Cook', 'Inn'],
      ['Host', 'Inn'],
    ]);
  });

  test('values are read from attributes, where elements have them', () => {
    const html = `<div ${scope}><meta itemprop="title" content="Cook"><a itemprop="url" href="https://inn.example/1">x</a>
      <time itemprop="datePosted" datetime="2026-01-02">soon</time><span itemprop="hiringOrganization">Inn</span></div>`;
    expect(importMicrodata(html).postings[0]).toMatchObject({
      title: 'Cook',
      url: 'https://inn.example/1',
      postedAt: '2026-01-02T00:00:00.000Z',
    });
  });

  test('a repeated property is a list', () => {
    const html = `<div ${scope}><b itemprop="title">Cook</b><b itemprop="hiringOrganization">Inn</b>
      <i itemprop="jobLocation">Bree</i><i itemprop="jobLocation">Dale</i></div>`;
    expect(importMicrodata(html).postings[0]?.location).toBe('Bree; Dale');
  });

  test('text in a description keeps its form, and characters stay characters', () => {
    const html = `<div ${scope}><b itemprop="title">Cook &amp; Host</b><b itemprop="hiringOrganization">Inn</b>
      <div itemprop="description"><h3>Skills</h3><ul><li>C++ &lt;3</li></ul></div></div>`;
    expect(importMicrodata(html).postings[0]).toMatchObject({
      title: 'Cook & Host',
      descriptionMd: '### Skills\n\n- C++ <3',
    });
  });

  test('items of other types are ignored', () => {
    expect(
      importMicrodata('<div itemscope itemtype="https://schema.org/Person"><b itemprop="title">Cook</b></div>')
        .postings,
    ).toEqual([]);
    expect(importMicrodata('<b itemprop="title">Cook</b>').postings).toEqual([]);
  });

  test.each(['__proto__', 'constructor', 'toString'])('a property may be called %s', (name) => {
    const html = `<div ${scope}><b itemprop="title">Cook</b><b itemprop="hiringOrganization">Inn</b>
      <b itemprop="${name}">x</b></div>`;
    const [posting] = importMicrodata(html).postings;
    expect(posting).toMatchObject({ title: 'Cook', company: 'Inn' });
    expect(Object.entries(posting!.raw as object).find(([key]) => key === name)?.[1]).toBe(
      name === '__proto__' ? undefined : 'x',
    );
  });

  test('a posting without a title causes a warning', () => {
    expect(importMicrodata(`<div ${scope}></div>`).warnings).toEqual([IMPORT_WARNINGS.noTitle()]);
  });

  test('a page that never closes anything is read to its end', () => {
    const html = `<div ${scope}><b itemprop="title">Cook<p itemprop="hiringOrganization">Inn`;
    expect(importMicrodata(html).postings).toHaveLength(1);
  });

  test.each([`<div ${scope}>`, `<b itemprop="title">`, `<i itemscope itemprop="x">`, '</div>'])(
    'an endless repetition of %s does no harm',
    (piece) => {
      const many = process.env.TEST_FULL === '1' ? 50_000 : 5_000;
      expect(importMicrodata(`<div ${scope}>${piece.repeat(many)}`).postings.length).toBeLessThanOrEqual(200);
    },
  );
});
