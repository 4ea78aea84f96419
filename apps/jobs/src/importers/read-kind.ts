import type { EmploymentType, Remote } from '../postings/posting.ts';

const TYPES: readonly (readonly [EmploymentType, RegExp])[] = [
  ['INTERN', /intern|praktik|实习/i],
  ['VOLUNTEER', /volunteer|志愿/i],
  ['PER_DIEM', /per.?diem/i],
  ['PART_TIME', /part.?time|teilzeit|兼职/i],
  ['FULL_TIME', /full.?time|vollzeit|permanent|regular|全职/i],
  ['CONTRACTOR', /contract|freelance|合同|外包/i],
  ['TEMPORARY', /temp|fixed.?term|befristet|临时/i],
  ['OTHER', /^other$/i],
];

/** The kind of employment that a text names, in any spelling; of several, the first that is known. */
export function toEmploymentType(...values: readonly unknown[]): EmploymentType | undefined {
  for (const value of values.flat()) {
    if (typeof value !== 'string' || value.length > 200) continue;
    const known = TYPES.find(([, pattern]) => pattern.test(value.trim()));
    if (known !== undefined) return known[0];
  }
  return undefined;
}

/** What a line such as a location or a title says about where the work is done. */
export function toRemote(...lines: readonly (string | undefined)[]): Remote {
  const text = lines
    .filter((line) => line !== undefined)
    .join('\n')
    .slice(0, 2_000);
  if (/\bhybrid\b|混合办公/iu.test(text)) return 'hybrid';
  if (/\b(?:no|not|non)[- ]remote\b|\bon-?site\b|现场办公/iu.test(text)) return 'no';
  if (/\b(?:remote|work from (?:home|anywhere)|telecommute|home services|wfh)\b|远程|遠端/iu.test(text)) return 'yes';
  return 'unknown';
}
