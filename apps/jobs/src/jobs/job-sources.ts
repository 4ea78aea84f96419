/** Where jobs come from. */
export const JOB_SOURCES = [
  'linkedin',
  'indeed',
  'glassdoor',
  'greenhouse',
  'lever',
  'ashby',
  'email',
  'extension',
  'web',
  'manual',
] as const;
export type JobSource = (typeof JOB_SOURCES)[number];

const SITES: readonly [string, JobSource][] = [
  ['linkedin.com', 'linkedin'],
  ['indeed.com', 'indeed'],
  ['glassdoor.com', 'glassdoor'],
  ['greenhouse.io', 'greenhouse'],
  ['lever.co', 'lever'],
  ['ashbyhq.com', 'ashby'],
];

/** The board that an address belongs to; undefined for sites that are no boards. */
export function sourceOfURL(url: string | undefined): JobSource | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return SITES.find(([domain]) => hostname === domain || hostname.endsWith(`.${domain}`))?.[1];
}
