import { defined } from '@posthouse/protocol';
import type { Place, Posting, Remote } from '../postings/posting.ts';
import { readRequirements } from '../postings/read-requirements.ts';
import { toSeniority } from '../postings/seniority.ts';
import { findSkills } from '../skills/find-skills.ts';
import { toRemote } from './read-kind.ts';

/** What an importer knows; the rest follows from it. */
export type PostingFacts = Pick<Posting, 'title' | 'company' | 'source' | 'raw'> &
  Partial<
    Pick<
      Posting,
      | 'location'
      | 'places'
      | 'employmentType'
      | 'salary'
      | 'descriptionMd'
      | 'requirements'
      | 'postedAt'
      | 'validThrough'
      | 'url'
      | 'applyUrl'
      | 'externalId'
    >
  > & { remote?: Remote | undefined };

/** A posting with what can be read out of its own words: requirements, skills, level. Empty facts are left out. */
export function makePosting(facts: PostingFacts): Posting {
  const { descriptionMd = '', requirements = [], places = [], remote } = facts;
  const listed = requirements.map((line) => `- ${line}`).join('\n');
  const text = listed === '' ? descriptionMd : `${descriptionMd}\n\n## Requirements\n${listed}`;
  const seniority = toSeniority(facts.title);
  const location = facts.location ?? toLocation(places);
  const { location: _location, ...known } = facts;
  return {
    ...withoutGaps(known),
    ...defined({ location, seniority }),
    title: facts.title,
    company: facts.company,
    source: facts.source,
    raw: facts.raw,
    places,
    remote: remote ?? toRemote(facts.title, location),
    requirements: [...new Set([...requirements, ...readRequirements(descriptionMd)])],
    skills: findSkills(`${facts.title}\n\n${text}`),
  };
}

function toLocation(places: readonly Place[]): string | undefined {
  const texts = [...new Set(places.map((place) => place.text))];
  return texts.length === 0 ? undefined : texts.slice(0, 5).join('; ');
}

function withoutGaps<T extends object>(facts: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<T>;
}
