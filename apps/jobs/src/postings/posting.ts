import type { FoundSkill } from './skill.ts';

/** Where a posting was read from. */
export type PostingSource =
  | 'json-ld'
  | 'microdata'
  | 'page'
  | 'greenhouse'
  | 'lever'
  | 'ashby'
  | 'linkedin'
  | 'indeed'
  | 'email'
  | 'extension';

/** Whether the work is done from elsewhere. `unknown` is what a posting says that does not say. */
export type Remote = 'yes' | 'no' | 'hybrid' | 'unknown';

/** The kinds of employment that schema.org names. */
export type EmploymentType =
  | 'FULL_TIME'
  | 'PART_TIME'
  | 'CONTRACTOR'
  | 'TEMPORARY'
  | 'INTERN'
  | 'VOLUNTEER'
  | 'PER_DIEM'
  | 'OTHER';

/** How far along a career a posting or a resume is. */
export type Seniority = 'intern' | 'junior' | 'mid' | 'senior' | 'lead' | 'executive';

/** What one amount of pay is paid for. */
export type SalaryPeriod = 'hour' | 'day' | 'week' | 'month' | 'year';

/** Pay as the posting states it. Nothing here is ever guessed, so each part may be missing. */
export interface Salary {
  min?: number;
  max?: number;
  currency?: string;
  period?: SalaryPeriod;
}

/** One place of work, as one line and in its parts. */
export interface Place {
  text: string;
  locality?: string;
  region?: string;
  country?: string;
}

/** A job posting after it was read, whatever it was read from. */
export interface Posting {
  title: string;
  company: string;
  location?: string;
  places: Place[];
  remote: Remote;
  employmentType?: EmploymentType;
  seniority?: Seniority;
  salary?: Salary;
  descriptionMd?: string;
  requirements: string[];
  skills: FoundSkill[];
  /** Times are ISO 8601 in UTC. */
  postedAt?: string;
  validThrough?: string;
  url?: string;
  applyUrl?: string;
  source: PostingSource;
  /** The posting's name at its source, such as a number of a board. */
  externalId?: string;
  /** What was read, as it came. */
  raw: unknown;
}
