import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { skillNames } from '../skills/find-skills.ts';
import { skillTable } from '../skills/skill-table.ts';
import { arbitraryResume } from './__fixtures__/arbitrary-resume.ts';
import { findFabrications } from './find-fabrications.ts';
import { findNumbers } from './find-numbers.ts';

/** Each run reads two resumes several times, so there are fewer of them than elsewhere. */
const RUNS = { numRuns: process.env.TEST_FULL === '1' ? 1_000 : 100 };

const original = `# Ada Example

Backend Engineer

ada@example.org | +49 30 1234567

## Experience

### Engineer — Acme

*2020-01 – Present*

- Built 3 services in Go for 1,000 shops
- Cut costs by 40%

### Developer — Initech

*2016 – 2019*

- Wrote Java

## Education

### MSc, Physics — TU Somewhere

*2005 – 2010*

## Skills

- Go, Java, PostgreSQL`;

/** What is found after a replacement, as "kind value". */
function after(from: string, to: string): string[] {
  const tailored = original.replace(from, to);
  expect(tailored).not.toBe(original);
  return findFabrications({ original, tailored }).map(({ kind, value }) => `${kind} ${value}`);
}

describe('findFabrications', () => {
  test.each([
    ['a skill in a list', '- Go, Java', '- Go, Rust, Java', 'skill Rust'],
    ['a skill in a sentence', 'Wrote Java', 'Wrote Java and Kubernetes manifests', 'skill Kubernetes'],
    ['a skill that we do not know', 'Wrote Java', 'Wrote Java with Frobnicator', 'name Frobnicator'],
    ['a skill in small letters in the list', '- Go, Java', '- Go, frobnicator, Java', 'name frobnicator'],
    ['a number', 'Cut costs by 40%', 'Cut costs by 60%', 'number 60%'],
    ['a unit', 'Built 3 services', 'Built 3% services', 'number 3%'],
    ['a number in words', 'Wrote Java', 'Wrote Java with twelve people', 'number 12'],
    ['a number in Chinese', 'Wrote Java', 'Wrote Java，带领十二人', 'number 十二'],
    ['a sum', '1,000 shops', '$1,000 shops', 'number $1000'],
    ['an employer', 'Engineer — Acme', 'Engineer — Globex', 'employer Engineer — Globex'],
    ['a title', 'Engineer — Acme', 'Chief Engineer — Acme', 'employer Chief Engineer — Acme'],
    ['an employer in a sentence', 'Wrote Java', 'Wrote Java at Globex', 'name Globex'],
    ['an employer in Chinese', 'Wrote Java', 'Wrote Java，曾在腾讯科技工作', 'name 曾在腾讯科技'],
    ['a degree', 'MSc, Physics', 'PhD, Physics', 'degree phd'],
    ['a degree in a sentence', 'Wrote Java', 'Wrote Java, with a master degree', 'degree master'],
    ['a school', 'TU Somewhere', 'TU Elsewhere', 'degree MSc, Physics — TU Elsewhere'],
    ['a date', '*2016 – 2019*', '*2014 – 2019*', 'dates Developer — Initech'],
    ['a role that has ended and now continues', '*2016 – 2019*', '*2016 – Present*', 'dates Developer — Initech'],
    ['dates that were swapped', '*2016 – 2019*', '*2005 – 2010*', 'dates Developer — Initech'],
    ['a name', 'Ada Example', 'Dr. Ada Example', 'contact # Dr. Ada Example'],
    ['a telephone number', '1234567', '7654321', 'contact # Ada Example'],
    ['an address', 'Wrote Java', 'Wrote Java (https://evil.example)', 'link https://evilexample'],
    ['a skill in Chinese', '- Go, Java', '- Go, 炼金术, Java', 'name 炼金术'],
    ['a heading in Chinese', '## Skills', '## 诺贝尔桂冠', 'name 诺贝尔桂冠'],
    ['a heading', '## Skills', '## Nobel Prizes', 'name Nobel'],
  ])('findFabrications finds %s', (_, from, to, found) => {
    expect(after(from, to).some((one) => one.startsWith(found))).toBe(true);
  });

  test('finds a role that is left out', () => {
    expect(after('### Developer — Initech\n\n*2016 – 2019*\n\n- Wrote Java\n\n', '')).toContain(
      'employer Developer — Initech',
    );
    expect(after('### MSc, Physics — TU Somewhere\n\n*2005 – 2010*\n\n', '')).toContain(
      'degree MSc, Physics — TU Somewhere',
    );
  });

  test('explains each finding in the language of the reader', () => {
    const tailored = original.replace('- Go, Java', '- Go, Rust, Java');
    expect(findFabrications({ original, tailored })[0]).toEqual({
      kind: 'skill',
      value: 'Rust',
      text: 'The skill Rust is not in the original.',
    });
    expect(findFabrications({ original, tailored, language: 'zh' })[0]?.text).toBe('原简历中没有技能 Rust。');
  });

  test('finds everything that an empty text leaves out', () => {
    expect(findFabrications({ original, tailored: '' }).map((one) => one.kind)).toEqual([
      'contact',
      'employer',
      'employer',
      'degree',
    ]);
  });

  test('requires the contact lines of a resume without sections', () => {
    const bare = 'Ada\nada@example.org\nI write Go.';
    expect(findFabrications({ original: bare, tailored: 'Ada\nada@example.org\nI have used Go for work.' })).toEqual(
      [],
    );
    expect(
      findFabrications({ original: bare, tailored: 'Ada\nbob@example.org\nI write Go.' }).map((one) => one.kind),
    ).toContain('contact');
  });
});

describe('rephrasing', () => {
  test.each([
    [
      'other words',
      'Built 3 services in Go for 1,000 shops',
      'Designed and shipped 3 services with Go, used by 1000 shops',
    ],
    [
      'a summary of what is there',
      '## Experience',
      '## Summary\n\nEngineer with experience in Go and PostgreSQL.\n\n## Experience',
    ],
    ['percent in words', '40%', '40 percent'],
    ['a line that is left out', '- Cut costs by 40%\n', ''],
    ['another order', '- Go, Java, PostgreSQL', '- PostgreSQL, Go, Java'],
    ['bold words', 'Wrote Java', 'Wrote **Java**'],
    ['a number as a digit', 'Built 3', 'Built three'],
  ])('rephrasing is accepted for %s', (_, from, to) => {
    expect(after(from, to)).toEqual([]);
  });

  test('the unchanged resume is accepted as rephrasing', () => {
    fc.assert(
      fc.property(arbitraryResume, (text) => {
        expect(findFabrications({ original: text, tailored: text })).toEqual([]);
      }),
      RUNS,
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(findFabrications({ original: text, tailored: text })).toEqual([]);
      }),
    );
  });
});

describe('findFabrications on random resumes', () => {
  /** A resume with something put at the end of a line that is not part of the contact block, or in a new one. */
  function insert(text: string, addition: string, { place, own }: { place: number; own: boolean }): string {
    const lines = text.split('\n');
    const first = lines.findIndex((line) => line.startsWith('## '));
    const bullets = lines.flatMap((line, at) => (at > first && line.startsWith('- ') ? [at] : []));
    const at = bullets[place % Math.max(1, bullets.length)] ?? lines.length - 1;
    return lines
      .toSpliced(own ? at + 1 : at, own ? 0 : 1, own ? `- ${addition}` : `${lines[at]}, ${addition}`)
      .join('\n');
  }

  const where = fc.record({ place: fc.nat(50), own: fc.boolean() });

  test('refuses every invented skill', () => {
    const spelling = fc.constantFrom(
      ...skillTable.flatMap((skill) => skill.aliases.map((alias) => ({ name: skill.name, text: alias.text }))),
    );
    fc.assert(
      fc.property(arbitraryResume, spelling, where, (text, invented, place) => {
        fc.pre(!skillNames(text).includes(invented.name) && !text.toLowerCase().includes(invented.text.toLowerCase()));
        expect(findFabrications({ original: text, tailored: insert(text, invented.text, place) })).not.toEqual([]);
      }),
      RUNS,
    );
  });

  test('refuses every invented employer', () => {
    const name = fc
      .stringMatching(/^[A-Z][a-z]{2,9}(?: [A-Z][a-z]{2,9})?$/)
      .filter((one) => !/^(?:Ada|Acme|Initech|Umbrella)/.test(one));
    const phrase = fc.constantFrom(
      (one: string) => `Worked for ${one}`,
      (one: string) => `led a team at ${one} in Go`,
      (one: string) => `clients such as ${one}`,
    );
    fc.assert(
      fc.property(arbitraryResume, name, phrase, where, (text, company, say, place) => {
        fc.pre(!text.includes(company));
        expect(findFabrications({ original: text, tailored: insert(text, say(company), place) })).not.toEqual([]);
        const role = text.replace('## Education', `### Engineer — ${company}\n\n*1999 – 2001*\n\n## Education`);
        expect(findFabrications({ original: text, tailored: role }).some((one) => one.kind === 'employer')).toBe(true);
      }),
      RUNS,
    );
  });

  test('refuses every invented number', () => {
    const number = fc.oneof(
      fc.integer({ min: 101, max: 1_000_000 }).map(String),
      fc.integer({ min: 1, max: 100 }).map((one) => `${one}%`),
      fc.integer({ min: 1, max: 100 }).map((one) => `$${one}M`),
      fc.constantFrom('eleven', 'a dozen', 'two hundred', 'a million', '三十五'),
    );
    fc.assert(
      fc.property(arbitraryResume, number, where, (text, invented, place) => {
        fc.pre(!text.includes(invented));
        const tailored = insert(text, `saved ${invented} hours`, place);
        fc.pre([...findNumbers(invented)].some((one) => !findNumbers(text).has(one)));
        expect(findFabrications({ original: text, tailored }).some((one) => one.kind === 'number')).toBe(true);
      }),
      RUNS,
    );
  });
});

test.each([
  ['40% of 1,000', ['40%', '1000']],
  ['$2M and €1.5', ['$2m', '€1.5']],
  ['5+ years, 3x', ['5+', '3x']],
  ['in 2024.', ['2024']],
  ['Twelve people halved it', ['12', 'half']],
  ['五年，带领十二人', ['五', '十二']],
  ['someone', []],
])('findNumbers finds the numbers of "%s"', (text, numbers) => {
  expect([...findNumbers(text)]).toEqual(numbers);
});

test('endless repetitions lead to at most a hundred findings', () => {
  for (const piece of ['a', '9', '9.', '一', 'A ', 'a@', 'https://', '# A\n', '## Skills\n', 'PhD ', '.-']) {
    const text = piece.repeat(process.env.TEST_FULL === '1' ? 100_000 : 10_000);
    expect(findFabrications({ original: 'x', tailored: text }).length).toBeLessThanOrEqual(100);
  }
});
