import type { Seniority } from './posting.ts';

const LEVELS: readonly (readonly [Seniority, RegExp])[] = [
  ['executive', /\b(?:chief|c[etfo]o|vp|vice president|director|head of)\b|总监|副总裁|首席/iu],
  ['lead', /\b(?:lead|principal|staff|architect|manager|team ?lead)\b|负责人|主管|架构师|经理|专家/iu],
  ['senior', /\b(?:senior|sr|experienced|iii)\b|高级|资深/iu],
  ['intern', /\b(?:intern|internship|trainee|working student|apprentice)\b|实习/iu],
  ['junior', /\b(?:junior|jr|entry[- ]level|graduate|new grad|associate|i)\b|初级|应届|助理/iu],
  ['mid', /\b(?:mid(?:dle)?[- ]?(?:level|senior)?|intermediate|regular|ii)\b|中级/iu],
];

/** The level that a title names, if it names one. The highest counts: a "Senior Engineering Manager" leads. */
export function toSeniority(title: string): Seniority | undefined {
  return LEVELS.find(([, pattern]) => pattern.test(title.slice(0, 300)))?.[0];
}
