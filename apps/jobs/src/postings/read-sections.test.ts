import { expect, test } from 'vitest';
import { readRequirements } from './read-requirements.ts';
import { readSections, toKind } from './read-sections.ts';

test.each([
  ['What you bring', 'required'],
  ['What we are looking for', 'required'],
  ['Minimum qualifications', 'required'],
  ['Preferred qualifications', 'preferred'],
  ['Nice-to-have', 'preferred'],
  ['Who we are', 'about'],
  ['Who you are', 'required'],
  ['About us', 'about'],
  ['About you', 'required'],
  ['What you’ll do', 'duties'],
  ['Responsibilities', 'duties'],
  ['任职要求', 'required'],
  ['加分项', 'preferred'],
  ['岗位职责', 'duties'],
  ['公司福利', 'about'],
  ['The weather', 'other'],
])('"%s" announces what is %s', (heading, kind) => {
  expect(toKind(heading)).toBe(kind);
});

test('headings are recognised by their marks', () => {
  const text = [
    'An introduction.',
    '# Responsibilities',
    '* write',
    '**Requirements**',
    '1. read',
    'Nice to have:',
    '• sing',
    'BENEFITS',
    'lunch',
  ].join('\n');
  expect(readSections(text)).toEqual([
    { kind: 'other', lines: [{ text: 'An introduction.', item: false }] },
    { kind: 'duties', heading: 'Responsibilities', lines: [{ text: 'write', item: true }] },
    { kind: 'required', heading: 'Requirements', lines: [{ text: 'read', item: true }] },
    { kind: 'preferred', heading: 'Nice to have', lines: [{ text: 'sing', item: true }] },
    { kind: 'about', heading: 'BENEFITS', lines: [{ text: 'lunch', item: false }] },
  ]);
});

test('a sentence that mentions requirements is not a heading', () => {
  const text = 'We talk about requirements, and then we write them down. Requirements matter here.';
  expect(readSections(text)).toEqual([{ kind: 'other', lines: [{ text, item: false }] }]);
});

test('a link in brackets is not a heading', () => {
  expect(readSections('[Requirements](https://example.com)')[0]?.heading).toBeUndefined();
});

test('requirements are the items of the section, once each', () => {
  const text = '## Requirements\nYou have:\n- Java\n- SQL\n- Java\n## Benefits\n- Lunch';
  expect(readRequirements(text)).toEqual(['Java', 'SQL']);
});

test('requirements without a list are its lines', () => {
  expect(readRequirements('任职要求：\n本科及以上学历\n三年经验')).toEqual(['本科及以上学历', '三年经验']);
  expect(readRequirements('Nothing is asked for.')).toEqual([]);
});

test('an endless list is cut', () => {
  const items = Array.from({ length: 5_000 }, (_, at) => `- ${at} ${'x'.repeat(1_000)}`);
  const requirements = readRequirements(`# Requirements\n${items.join('\n')}`);
  expect(requirements).toHaveLength(60);
  expect(Math.max(...requirements.map((item) => item.length))).toBe(500);
});
