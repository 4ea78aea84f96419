/** A stretch of time in months since the year 0, the end not included. */
export interface MonthSpan {
  start: number;
  end: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DATE =
  '(?:([A-Za-z]{3,9})\\.?,?\\s+|(?<!\\d)(\\d{1,2})[/.])?((?:19|20)\\d\\d)(?:\\s*[-./年]\\s*(\\d{1,2})(?!\\d)(?:[-.]\\d{1,2})?\\s*月?)?年?';
const RANGE = new RegExp(
  `${DATE}\\s{0,3}(?:[-–—~～至]|to|until|bis)\\s{0,3}(?:(present|now|today|current|ongoing|heute|至今|现在|今|目前)|${DATE})`,
  'giu',
);
const MAX_TEXT_LENGTH = 100_000;

/** Where a text begins to speak of a date range, and what it spans. `open` ranges last until today. */
export interface FoundSpan extends MonthSpan {
  index: number;
  open: boolean;
}

/** Every date range in a text: "Jan 2020 – Present", "2018-03 - 2020-06", "2019年3月至今". */
export function findSpans(text: string, today?: string): FoundSpan[] {
  const bounded = text.slice(0, MAX_TEXT_LENGTH);
  const now = toMonth(today) ?? latestMonth(bounded);
  return [...bounded.matchAll(RANGE)].flatMap((match) => {
    const [, ...parts] = match;
    const open = parts[4];
    const start = toMonthOf(parts.slice(0, 4));
    const last = open === undefined ? toMonthOf(parts.slice(5)) : now;
    if (start === undefined || last === undefined || last < start) return [];
    return [{ index: match.index, start, end: last + 1, open: open !== undefined }];
  });
}

/** Years that spans cover together; months that two of them share count once. */
export function coveredYears(spans: readonly MonthSpan[]): number {
  let months = 0;
  let reached = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    months += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return Math.round((months / 12) * 10) / 10;
}

const CHINESE_DIGITS = '零一二三四五六七八九十';
const ASKED =
  /(?<!\d)(\d{1,2})\s*(?:\+|plus)?\s*(?:(?:-|–|to|至|~|～)\s*(\d{1,2})\s*\+?\s*)?(?:(?:years?|yrs?)\b(?!\s*(?:old|ago))|年(?!前|薪|假|终|\d))|([一二三四五六七八九十两])年(?!前|薪|假|终)/iu;

const ABOUT_EXPERIENCE =
  /experience|\d\s*\+|\d\s*[-–]\s*\d|at least|minimum|years?['’]? (?:of|with|in|as)\b|经验|以上|至少/iu;

/** How many years of experience a posting asks for: the lower end of what it says first. */
export function askedYears(text: string): number | undefined {
  for (const sentence of text.slice(0, MAX_TEXT_LENGTH).split(/[\n.;。；]/u)) {
    if (!ABOUT_EXPERIENCE.test(sentence)) continue;
    const match = ASKED.exec(sentence.slice(0, 1_000));
    if (match === null) continue;
    const years = match[3] === undefined ? Number(match[1]) : toChineseNumber(match[3]);
    if (years > 0 && years <= 30) return years;
  }
  return undefined;
}

/** The years that a resume shows: what its ranges cover, or what it says of itself. */
export function shownYears(resume: string, today?: string): number | undefined {
  const covered = coveredYears(findSpans(withoutEducation(resume), today));
  if (covered > 0) return covered;
  const said = /(\d{1,2})\s*\+?\s*(?:years?|yrs?|年)[^.\n。]{0,40}(?:experience|经验)/iu.exec(
    resume.slice(0, MAX_TEXT_LENGTH),
  );
  return said === null ? undefined : Number(said[1]);
}

/** Years at school are not years at work. */
function withoutEducation(resume: string): string {
  let inside = false;
  const lines = resume.slice(0, MAX_TEXT_LENGTH).split('\n');
  return lines
    .filter((line) => {
      if (/^#{1,2}\s/.test(line)) inside = /\b(?:education|academic|studies)\b|教育|学历/iu.test(line);
      return !inside;
    })
    .join('\n');
}

function toChineseNumber(character: string): number {
  return character === '两' ? 2 : CHINESE_DIGITS.indexOf(character);
}

/** A date as `DATE` splits it. A year alone is its first month, so that "2018 – 2020" is two years. */
function toMonthOf([name, before, year, after]: readonly (string | undefined)[]): number | undefined {
  if (year === undefined) return undefined;
  const named = name === undefined ? -1 : MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  const given = named >= 0 ? named + 1 : Number(before ?? after ?? 1);
  return Number(year) * 12 + (given >= 1 && given <= 12 ? given : 1) - 1;
}

function toMonth(date: string | undefined): number | undefined {
  const match = /^(\d{4})-(\d\d)/.exec(date ?? '');
  return match === null ? undefined : toMonthOf([undefined, undefined, match[1], match[2]]);
}

function latestMonth(text: string): number | undefined {
  const months = [...text.matchAll(new RegExp(DATE, 'giu'))].flatMap((match) => toMonthOf(match.slice(1)) ?? []);
  return months.length === 0 ? undefined : months.reduce((latest, one) => Math.max(latest, one));
}
