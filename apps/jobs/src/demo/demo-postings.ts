import { makePosting } from '../importers/make-posting.ts';
import type { JobStatus } from '../database/schema.ts';
import type { Posting, Remote, Salary, SalaryPeriod } from '../postings/posting.ts';
import { DEMO_ROLES, type DemoRole } from './demo-roles.ts';

/** An invented posting, how many days ago it came, and how far the application has come since. */
export type DemoPosting = { posting: Posting; daysAgo: number; statuses: readonly JobStatus[] };

type Line = readonly [
  role: keyof typeof DEMO_ROLES,
  prefix: string,
  company: string,
  location: string,
  remote: Remote,
  pay: readonly [number, number, string, SalaryPeriod] | null,
  statuses?: readonly JobStatus[],
];

const LINES: readonly Line[] = [
  ['software', 'Senior', 'Larkspur Labs', 'San Francisco, CA', 'yes', [165_000, 195_000, 'USD', 'year']],
  [
    'software',
    '',
    'Tidewater Freight',
    'San Francisco, CA',
    'hybrid',
    [140_000, 170_000, 'USD', 'year'],
    ['applied', 'interviewing', 'offer'],
  ],
  ['software', '', 'Quillpen', 'Remote, US', 'yes', [130_000, 160_000, 'USD', 'year'], ['applied', 'interviewing']],
  ['software', 'Staff', 'Meadowlark Health', 'New York, NY', 'no', [190_000, 230_000, 'USD', 'year']],
  ['software', 'Junior', 'Bramble Books', 'Portland, OR', 'no', null],
  [
    'software',
    '',
    'Nordlicht Energie',
    'Berlin, Germany',
    'hybrid',
    [62_000, 78_000, 'EUR', 'year'],
    ['applied', 'rejected'],
  ],
  ['softwareZh', '', '星野科技', '上海', 'no', [25_000, 40_000, 'CNY', 'month']],
  ['softwareZh', '远程', '云雀数据', '远程', 'yes', [20_000, 35_000, 'CNY', 'month'], ['applied']],
  ['softwareZh', '', '青石软件', 'San Francisco, CA', 'yes', [120_000, 150_000, 'USD', 'year']],
  ['backendZh', '', '长河支付', '深圳', 'no', [35_000, 60_000, 'CNY', 'month']],
  ['backendZh', '', '松涛物流', '杭州', 'hybrid', [30_000, 50_000, 'CNY', 'month'], ['skipped']],
  [
    'backend',
    'Senior',
    'Cobalt Ledger',
    'London, UK',
    'hybrid',
    [85_000, 105_000, 'GBP', 'year'],
    ['applied', 'interviewing', 'rejected'],
  ],
  ['backend', '', 'Saltmarsh Weather', 'Remote, Europe', 'yes', [70_000, 90_000, 'EUR', 'year'], ['applied']],
  ['backend', 'Lead', 'Harbor Nine', 'Seattle, WA', 'hybrid', [185_000, 220_000, 'USD', 'year']],
  ['backend', '', 'Paperboat Post', 'Hamburg, Germany', 'no', [58_000, 72_000, 'EUR', 'year']],
  ['backend', '', 'Finch & Sons', 'Dublin, Ireland', 'hybrid', null, ['applied']],
  ['backend', 'Senior', 'Orchard Insurance', 'Zürich, Switzerland', 'hybrid', [120_000, 140_000, 'CHF', 'year']],
  [
    'frontend',
    '',
    'Pinecone Travel',
    'Remote, US',
    'yes',
    [125_000, 150_000, 'USD', 'year'],
    ['applied', 'interviewing'],
  ],
  ['frontend', 'Senior', 'Larkspur Labs', 'San Francisco, CA', 'yes', [150_000, 180_000, 'USD', 'year']],
  ['frontend', '', 'Kestrel Maps', 'Amsterdam, Netherlands', 'hybrid', [60_000, 75_000, 'EUR', 'year'], ['rejected']],
  ['frontend', 'Junior', 'Thistle Games', 'Edinburgh, UK', 'no', [32_000, 38_000, 'GBP', 'year'], ['skipped']],
  ['frontend', '', 'Sundial Schools', 'Remote, Worldwide', 'yes', null],
  ['frontend', 'Lead', 'Marigold Market', 'Austin, TX', 'hybrid', [160_000, 185_000, 'USD', 'year']],
  ['data', '', 'Brightwater Utilities', 'Chicago, IL', 'hybrid', [125_000, 155_000, 'USD', 'year']],
  ['data', 'Senior', 'Quillpen', 'Remote, US', 'yes', [150_000, 180_000, 'USD', 'year']],
  ['data', '', 'Foxglove Pharma', 'Basel, Switzerland', 'no', [105_000, 125_000, 'CHF', 'year']],
  ['data', '', 'Rookery Media', 'Paris, France', 'hybrid', [52_000, 65_000, 'EUR', 'year'], ['skipped']],
  ['platform', 'Senior', 'Cobalt Ledger', 'London, UK', 'hybrid', [90_000, 115_000, 'GBP', 'year']],
  ['platform', '', 'Tidewater Freight', 'San Francisco, CA', 'hybrid', [155_000, 185_000, 'USD', 'year'], ['applied']],
  ['platform', '', 'Nordlicht Energie', 'Remote, Germany', 'yes', [68_000, 85_000, 'EUR', 'year']],
  ['platform', 'Staff', 'Saltmarsh Weather', 'Remote, Europe', 'yes', [95_000, 120_000, 'EUR', 'year']],
  ['ml', '', 'Marigold Market', 'San Francisco, CA', 'hybrid', [170_000, 210_000, 'USD', 'year']],
  ['ml', 'Senior', 'Meadowlark Health', 'New York, NY', 'hybrid', [190_000, 235_000, 'USD', 'year']],
  ['ml', '', 'Kestrel Maps', 'Amsterdam, Netherlands', 'hybrid', [70_000, 90_000, 'EUR', 'year']],
  ['mobile', '', 'Pinecone Travel', 'Denver, CO', 'hybrid', [120_000, 145_000, 'USD', 'year']],
  ['mobile', 'Senior', 'Harbor Nine', 'Seattle, WA', 'no', [150_000, 175_000, 'USD', 'year']],
  ['mobile', '', 'Sundial Schools', 'Remote, Worldwide', 'yes', null],
  ['designer', '', 'Bramble Books', 'Portland, OR', 'hybrid', [95_000, 115_000, 'USD', 'year']],
  ['designer', 'Senior', 'Paperboat Post', 'Hamburg, Germany', 'hybrid', [65_000, 80_000, 'EUR', 'year']],
  ['designer', '', 'Rookery Media', 'Paris, France', 'no', [45_000, 55_000, 'EUR', 'year']],
];

/** Forty postings that nobody has written, of companies that do not exist. */
export const DEMO_POSTINGS: readonly DemoPosting[] = LINES.map(toDemoPosting);

function toDemoPosting(
  [name, prefix, company, location, remote, pay, statuses = []]: Line,
  index: number,
): DemoPosting {
  const role: DemoRole = DEMO_ROLES[name];
  const title = [prefix, role.title].filter(Boolean).join(role.language === 'zh' ? '' : ' ');
  const posting = makePosting({
    title,
    company,
    location,
    source: 'page',
    remote,
    externalId: `demo-${index + 1}`,
    url: `https://careers.example.com/${index + 1}`,
    raw: null,
    descriptionMd: toDescription(role, company),
    ...(pay === null ? {} : { salary: toSalary(pay) }),
  });
  return { posting, daysAgo: 1 + ((index * 7) % 45), statuses };
}

function toSalary([min, max, currency, period]: NonNullable<Line[5]>): Salary {
  return { min, max, currency, period };
}

function toDescription({ about, duties, required, wished, language }: DemoRole, company: string): string {
  const headings =
    language === 'zh'
      ? { about: `关于${company}`, duties: '工作职责', required: '任职要求', wished: '加分项' }
      : { about: `About ${company}`, duties: 'What you will do', required: 'Requirements', wished: 'Nice to have' };
  const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
  return [
    `## ${headings.about}\n\n${about}`,
    `## ${headings.duties}\n\n${list(duties)}`,
    `## ${headings.required}\n\n${list(required)}`,
    `## ${headings.wished}\n\n${list(wished)}`,
  ].join('\n\n');
}
