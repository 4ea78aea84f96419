import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IMPORT_WARNINGS } from '../import-warnings.ts';
import { importJsonLd } from './import-json-ld.ts';
import { parseLooseJson } from './repair-json.ts';

const minimal = { '@context': 'https://schema.org', '@type': 'JobPosting', title: 'Cook', hiringOrganization: 'Inn' };

function read(fields: Record<string, unknown>) {
  return importJsonLd({ ...minimal, ...fields }).postings[0];
}

describe('a JSON-LD posting', () => {
  test.each([
    ['at the top', minimal],
    ['in a list', [{ '@type': 'WebPage' }, minimal]],
    ['in a graph', { '@graph': [{ '@type': 'WebSite' }, minimal] }],
    ['in a list of graphs', [{ '@graph': [minimal] }]],
    ['in a page', { '@type': 'WebPage', mainEntity: minimal }],
    ['in a list of items', { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: minimal }] }],
    ['with several types', { ...minimal, '@type': ['Thing', 'JobPosting'] }],
    ['with its type as an address', { ...minimal, '@type': 'http://schema.org/JobPosting' }],
    ['with a prefix', { ...minimal, '@type': 'schema:JobPosting' }],
  ])('a JSON-LD posting is found %s', (_, value) => {
    expect(importJsonLd(value).postings.map((posting) => posting.title)).toEqual(['Cook']);
    expect(importJsonLd(JSON.stringify(value)).postings).toHaveLength(1);
  });

  test('several postings are all read', () => {
    const values = ['Cook', 'Waiter', 'Host'].map((title) => ({ ...minimal, title }));
    expect(importJsonLd({ '@graph': values }).postings.map((posting) => posting.title)).toEqual([
      'Cook',
      'Waiter',
      'Host',
    ]);
  });

  test('references of a posting are followed', () => {
    const graph = [
      { ...minimal, hiringOrganization: { '@id': '#o' }, jobLocation: [{ '@id': '#p' }] },
      { '@id': '#o', '@type': 'Organization', name: 'The Inn' },
      { '@id': '#p', '@type': 'Place', address: { addressLocality: 'Bree' } },
    ];
    expect(importJsonLd({ '@graph': graph }).postings[0]).toMatchObject({ company: 'The Inn', location: 'Bree' });
  });

  test('a posting without a title or an organisation is left out, with a warning', () => {
    expect(importJsonLd({ ...minimal, title: ' ' })).toEqual({
      postings: [],
      warnings: [IMPORT_WARNINGS.noTitle()],
    });
    expect(importJsonLd({ ...minimal, hiringOrganization: {} }).warnings[0]?.en).toContain(
      'names no hiring organisation',
    );
  });

  test.each([undefined, null, 1, 'x', [], {}, { '@type': 'Person' }, { '@type': 7 }])(
    'no posting is found in %j',
    (value) => {
      expect(importJsonLd(value).postings).toEqual([]);
    },
  );
});

describe('parseLooseJson', () => {
  test.each([
    ['trailing commas', '{"a": [1, 2,], }', { a: [1, 2] }],
    ['line breaks and tabs in strings', '{"a": "one\ntwo\tthree\r\n"}', { a: 'one\ntwo\tthree\r\n' }],
    ['other control characters in strings', '{"a": "x\u0001y"}', { a: 'xy' }],
    ['an HTML comment around it', '<!-- {"a": 1} -->', { a: 1 }],
    ['CDATA around it', '//<![CDATA[\n{"a": 1}\n//]]>', { a: 1 }],
    ['CDATA in comments', '/*<![CDATA[*/ {"a": 1} /*]]>*/', { a: 1 }],
    ['a semicolon behind it', '{"a": 1};', { a: 1 }],
    ['a byte order mark', '\uFEFF{"a": 1}', { a: 1 }],
    ['escapes that JSON does not know', String.raw`{"a": "it\'s"}`, { a: "it's" }],
    ['quotes as entities', '{&quot;a&quot;: &quot;b&quot;}', { a: 'b' }],
    ['commas in strings, which stay', '{"a": ",}", "b": ",]",}', { a: ',}', b: ',]' }],
    ['all of it together', '<!--\n{"a": "x\ny", "b": [1,],}\n-->', { a: 'x\ny', b: [1] }],
  ])('reads JSON despite %s', (_, text, value) => {
    expect(parseLooseJson(text)).toEqual(value);
  });

  test.each(['', '{', '{"a": }', '<html>', '{"a": "b', 'undefined'])('gives up on %j', (text) => {
    expect(parseLooseJson(text)).toBeUndefined();
    expect(importJsonLd(text).warnings).toEqual([IMPORT_WARNINGS.brokenJSONLD()]);
  });

  test('reads valid JSON as it is', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(parseLooseJson(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  test('extreme depth or size does no harm', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(importJsonLd(deep).postings).toEqual([]);
    expect(importJsonLd('{"a":'.repeat(50_000)).postings).toEqual([]);
    expect(importJsonLd(`[${'1,'.repeat(200_000)}]`).postings).toEqual([]);
    expect(importJsonLd(`"${'\n'.repeat(200_000)}"`).postings).toEqual([]);
    expect(importJsonLd(' '.repeat(6_000_000)).postings).toEqual([]);
  });
});

describe('fields of a JSON-LD posting', () => {
  test.each([
    ['a string', 'Inn', 'Inn'],
    ['an object', { '@type': 'Organization', name: 'Inn', sameAs: 'https://inn.example' }, 'Inn'],
    ['a list', [{ name: 'Inn' }, { name: 'Bar' }], 'Inn'],
    ['escaped', 'Inn &amp; Co', 'Inn & Co'],
  ])('an organisation may be %s', (_, hiringOrganization, company) => {
    expect(read({ hiringOrganization })?.company).toBe(company);
  });

  test.each([
    ['HTML', '<p>We <b>cook</b>.</p>', 'We **cook**.'],
    ['escaped HTML', '&lt;p&gt;We &lt;b&gt;cook&lt;/b&gt; &amp;amp; bake.&lt;/p&gt;', 'We **cook** & bake.'],
    ['HTML that was escaped twice', '&amp;lt;p&amp;gt;We cook.&amp;lt;/p&amp;gt;', 'We cook.'],
    ['plain text', 'We cook.\r\n• soup\r\n\r\n\r\n\r\n• stew', 'We cook.\n- soup\n\n- stew'],
    ['plain text with a comparison', 'a < b and c > d', 'a < b and c > d'],
    ['plain text with entities', 'Soup &amp; stew', 'Soup & stew'],
  ])('a description may be %s', (_, description, markdown) => {
    expect(read({ description })?.descriptionMd).toBe(markdown);
  });

  test.each([
    ['FULL_TIME', 'FULL_TIME'],
    ['Full-time', 'FULL_TIME'],
    [['CONTRACTOR', 'PART_TIME'], 'CONTRACTOR'],
    [['bogus', 'TEMPORARY'], 'TEMPORARY'],
    ['INTERN', 'INTERN'],
    ['VOLUNTEER', 'VOLUNTEER'],
    ['PER_DIEM', 'PER_DIEM'],
    ['OTHER', 'OTHER'],
    ['全职', 'FULL_TIME'],
    ['whatever', undefined],
    [{}, undefined],
  ])('the employment type %j is %s', (employmentType, type) => {
    expect(read({ employmentType })?.employmentType).toBe(type);
  });

  test.each([
    ['a place', { '@type': 'Place', address: { addressLocality: 'Bree', addressCountry: 'ME' } }, ['Bree, ME']],
    ['a list', [{ address: { addressLocality: 'Bree' } }, { address: { addressLocality: 'Dale' } }], ['Bree', 'Dale']],
    ['an address', { '@type': 'PostalAddress', addressLocality: 'Bree' }, ['Bree']],
    ['a line', 'Bree', ['Bree']],
    ['a place whose address is a line', { address: 'Bree, East Road' }, ['Bree, East Road']],
    ['a place with only a name', { '@type': 'Place', name: 'Bree', address: {} }, ['Bree']],
    ['a place in a country with a name', { address: { addressCountry: { name: 'Eriador' } } }, ['Eriador']],
    ['a placeholder', { address: { addressLocality: 'N/A', addressCountry: 'DE' } }, ['DE']],
    ['nothing', {}, []],
  ])('a location may be %s', (_, jobLocation, texts) => {
    expect(read({ jobLocation })?.places.map((place) => place.text)).toEqual(texts);
  });

  test.each([
    [{ jobLocationType: 'TELECOMMUTE' }, 'yes'],
    [{ jobLocationType: ['telecommute'] }, 'yes'],
    [{ jobLocationType: 'TELECOMMUTE', title: 'Cook (hybrid)' }, 'hybrid'],
    [{ title: 'Remote Cook' }, 'yes'],
    [{ jobLocation: 'Bree' }, 'unknown'],
    [{ title: 'Cook, on-site' }, 'no'],
  ])('%j is remote: %s', (fields, remote) => {
    expect(read(fields)?.remote).toBe(remote);
  });

  test('the required residence of applicants is the place, if no other is named', () => {
    const applicantLocationRequirements = [
      { '@type': 'Country', name: 'France' },
      { '@type': 'State', name: 'Texas' },
    ];
    expect(read({ jobLocationType: 'TELECOMMUTE', applicantLocationRequirements })?.location).toBe('France; Texas');
  });

  test.each([
    [
      'a range',
      { currency: 'EUR', value: { minValue: 10, maxValue: 20, unitText: 'HOUR' } },
      { min: 10, max: 20, currency: 'EUR', period: 'hour' },
    ],
    [
      'a value',
      { currency: 'eur', value: { value: 3000, unitText: 'MONTH' } },
      { min: 3000, max: 3000, currency: 'EUR', period: 'month' },
    ],
    ['a bare value', { currency: 'USD', value: 90_000 }, { min: 90_000, max: 90_000, currency: 'USD' }],
    [
      'only a lower end',
      { currency: 'USD', value: { minValue: 5, unitText: 'DAY' } },
      { min: 5, currency: 'USD', period: 'day' },
    ],
    ['only an upper end', { value: { maxValue: 5, unitText: 'WEEK' } }, { max: 5, period: 'week' }],
    ['a number', 50_000, { min: 50_000, max: 50_000 }],
    [
      'text in numbers',
      { value: { minValue: '150,000', maxValue: '$190,000.50', unitText: 'YEAR' } },
      { min: 150_000, max: 190_000.5, period: 'year' },
    ],
    ['a line', '€60.000 - €80.000 a year', { min: 60_000, max: 80_000, currency: 'EUR', period: 'year' }],
    [
      'a price specification',
      { '@type': 'PriceSpecification', minPrice: 1, maxPrice: 2, priceCurrency: 'GBP' },
      { min: 1, max: 2, currency: 'GBP' },
    ],
    ['a price', { price: '12.50', priceCurrency: 'GBP' }, { min: 12.5, max: 12.5, currency: 'GBP' }],
    ['a list', [{}, { value: 7 }], { min: 7, max: 7 }],
    ['ends that are swapped', { value: { minValue: 9, maxValue: 3 } }, { min: 3, max: 9 }],
    ['zeros', { currency: 'EUR', value: { minValue: 0, maxValue: 0, unitText: 'YEAR' } }, undefined],
    ['nothing', {}, undefined],
    ['words', 'competitive', undefined],
  ])('pay may be %s', (_, baseSalary, salary) => {
    expect(read({ baseSalary })?.salary).toEqual(salary);
  });

  test('the currency may stand beside the pay, and an estimate is used where there is nothing else', () => {
    expect(read({ baseSalary: 7, salaryCurrency: 'CHF' })?.salary).toEqual({ min: 7, max: 7, currency: 'CHF' });
    const estimatedSalary = [{ currency: 'USD', duration: 'P1Y', percentile10: 10, percentile90: 20, median: 15 }];
    expect(read({ estimatedSalary })?.salary).toEqual({ min: 10, max: 20, currency: 'USD', period: 'year' });
  });

  test('pay that only the description mentions is not guessed', () => {
    expect(read({ description: 'We pay $100,000 a year.' })).not.toHaveProperty('salary');
  });

  test.each([
    [{ '@type': 'PropertyValue', name: 'Inn', value: 'C-7' }, 'C-7'],
    ['C-7', 'C-7'],
    [7, '7'],
    [[{ value: 'C-7' }, { value: 'x' }], 'C-7'],
    [{}, undefined],
  ])('the identifier %j is %s', (identifier, externalId) => {
    expect(read({ identifier })?.externalId).toBe(externalId);
  });

  test('requirements are collected from all the fields that hold them', () => {
    const posting = read({
      skills: ['SQL', 'Go, Rust'],
      qualifications: '<ul><li>Five years</li><li>Patience</li></ul>',
      experienceRequirements: { monthsOfExperience: 24 },
      educationRequirements: [{ credentialCategory: 'bachelor degree' }, 'no requirements'],
      experienceInPlaceOfEducation: true,
    });
    expect(posting?.requirements).toEqual([
      'Five years',
      'Patience',
      'SQL',
      'Go, Rust',
      '2+ years of experience',
      'bachelor degree',
    ]);
    expect(posting?.skills.every((skill) => skill.required)).toBe(true);
    expect(posting?.skills.map((skill) => skill.name)).toEqual(['SQL', 'Go', 'Rust']);
  });

  test('responsibilities and benefits are added to the description, unless it has them already', () => {
    const posting = read({ description: 'Soup.', responsibilities: 'Stir.', jobBenefits: ['Lunch', 'Dinner'] });
    expect(posting?.descriptionMd).toBe('Soup.\n\n## Responsibilities\n\nStir.\n\n## Benefits\n\nLunch\nDinner');
    expect(read({ description: 'Soup. Stir.', responsibilities: 'Stir.' })?.descriptionMd).toBe('Soup. Stir.');
  });

  test('the address of the page comes before that of the posting', () => {
    const value = { ...minimal, url: 'https://board.example/1' };
    expect(importJsonLd(value, { url: 'https://inn.example/cook' }).postings[0]).toMatchObject({
      url: 'https://inn.example/cook',
      applyUrl: 'https://board.example/1',
    });
    expect(read({ url: 'javascript:alert(1)' })).not.toHaveProperty('url');
  });

  test('the source is kept as it came', () => {
    expect(read({ workHours: '9-5' })?.raw).toEqual({ ...minimal, workHours: '9-5' });
  });

  test('a title is plain text', () => {
    expect(read({ title: ' Cook &amp; <b>Baker</b>\n' })?.title).toBe('Cook & Baker');
  });
});

test('a posting is read whatever the values of its fields are', () => {
  const fields = [
    'description',
    'jobLocation',
    'baseSalary',
    'employmentType',
    'identifier',
    'datePosted',
    'skills',
    'url',
  ];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 4 })), (values) => {
      expect(importJsonLd({ ...minimal, ...values }).postings).toHaveLength(1);
    }),
  );
});
