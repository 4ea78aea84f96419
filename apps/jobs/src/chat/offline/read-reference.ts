import type { JobReference } from './intent.ts';

const ORDINALS: readonly [RegExp, number][] = [
  [/\b(first|1st|top|best)\b|第一|首个|最好|最合适/i, 1],
  [/\b(second|2nd)\b|第二/i, 2],
  [/\b(third|3rd)\b|第三/i, 3],
  [/\b(fourth|4th)\b|第四/i, 4],
  [/\b(fifth|5th)\b|第五/i, 5],
  [/\b(last|latest)\b(?! version)|最后/i, -1],
];

/**
 * The jobs that a clause names: numbers (`#12`, `job 12`, `12 and 14`, `职位12`) or places in the last list (`the
 * second one`, `第二个`).
 */
export function readReference(clause: string): JobReference {
  // A number with a unit is no id: years, percentages, thousands.
  const text = clause.replaceAll(/https?:\/\/\S+/g, ' ').replaceAll(/(?:resume|cv|简历)\s*#?\s*\d+/gi, ' ');
  const named = [
    ...text.matchAll(/(?:#|\b(?:jobs?|ids?|number|no\.?|postings?|positions?)\s*#?|职位|岗位|编号|工作)\s*(\d{1,9})/gi),
  ];
  const followed = [...text.matchAll(/(?:,|，|、|\band\b|&|和|与)\s*#?(\d{1,9})(?!\d|\s*(?:years?|年|%|k\b|万))/gi)];
  const alone = /^\D*?(?<![\d第])(\d{1,9})(?!\d|st|nd|rd|th|\s*(?:years?|年|%|k\b|万))\D*$/i.exec(text);
  const numbers = named.length > 0 ? [...named, ...followed] : alone === null ? [] : [alone];
  const ids = [...new Set(numbers.map((found) => Number(found[1])))];
  const places = ids.length > 0 ? [] : ORDINALS.filter(([pattern]) => pattern.test(text)).map(([, place]) => place);
  return { ids, places };
}
