import { describe, expect, test } from 'vitest';
import { askedYears, coveredYears, findSpans, shownYears } from './years.ts';

const today = '2026-01-15';

describe('date ranges', () => {
  test.each([
    ['Jan 2020 – Dec 2021', 2],
    ['January 2020 to June 2020', 0.5],
    ['2018-03 - 2020-02', 2],
    ['2018-03-01 – 2020-02-28', 2],
    ['03/2018 - 02/2020', 2],
    ['2018.03-2020.02', 2],
    ['2018年3月至2020年2月', 2],
    ['Feb 2021 – Present', 5],
    ['2021年2月至今', 5],
    ['2018 – 2020', 2.1],
    ['2018 – 2020, 2019 – 2021', 3.1],
    ['2020 – 2018', 0],
    ['Call 2020 or 2021', 0],
    ['nothing', 0],
  ])('%s covers %d years', (text, years) => {
    expect(coveredYears(findSpans(text, today))).toBe(years);
  });

  test('an open range ends at the latest date if no current date is given', () => {
    expect(coveredYears(findSpans('Feb 2020 – Present\nCertified 2022-01'))).toBe(2);
  });

  test('a range knows its position and whether it is open', () => {
    expect(findSpans('At Acme: 2021-02 – now', today)).toEqual([{ index: 9, start: 24_253, end: 24_313, open: true }]);
  });
});

describe('required years', () => {
  test.each([
    ['5+ years of experience with Java', 5],
    ['At least 3 years as a designer', 3],
    ['3-5 years', 3],
    ['3 to 5 years of experience', 3],
    ['8 yrs experience', 8],
    ['三年以上经验', 3],
    ['3-5年工作经验', 3],
    ['至少两年', 2],
    ['We were founded 20 years ago', undefined],
    ['You are 18 years old', undefined],
    ['We have been here for 10 years', undefined],
    ['13薪，年终奖', undefined],
    ['150 years of experience', undefined],
    ['', undefined],
  ])('"%s" requires %s', (text, years) => {
    expect(askedYears(text)).toBe(years);
  });
});

describe('years of a resume', () => {
  test('years at school are not counted', () => {
    const resume = '## Experience\n2020-01 – 2021-12\n## Education\n2010-01 – 2019-12';
    expect(shownYears(resume, today)).toBe(2);
  });

  test('a resume without ranges has the years that it states itself', () => {
    expect(shownYears('Engineer with 12 years of experience')).toBe(12);
    expect(shownYears('拥有8年开发经验')).toBe(8);
    expect(shownYears('Engineer')).toBeUndefined();
  });
});

test('reading years is fast for any text', () => {
  for (const piece of ['2020 - ', '1 year ', '2020.', 'Jan 2020 – ', '9', ' ']) {
    const text = piece.repeat(200_000);
    expect(() => [findSpans(text), askedYears(text), shownYears(text)]).not.toThrow();
  }
});
