import { IMPORT_WARNINGS } from '../import-warnings.ts';
import type { Imported } from '../importing.ts';
import { findJobPostings } from './find-job-postings.ts';
import { parseLooseJson } from './repair-json.ts';
import { toPosting } from './to-posting.ts';

/**
 * The postings in JSON-LD, given as text or as what was parsed from it.
 *
 * @example
 * importJsonLd('{"@type":"JobPosting","title":"Cook","hiringOrganization":"Inn"}').postings[0]?.company; // 'Inn'
 */
export function importJsonLd(value: unknown, { url }: { url?: string | undefined } = {}): Imported {
  const parsed = typeof value === 'string' ? parseLooseJson(value) : value;
  if (parsed === undefined) return { postings: [], warnings: [IMPORT_WARNINGS.brokenJSONLD()] };
  const results = findJobPostings(parsed).map((node) => toPosting(node, { url: url, source: 'json-ld' }));
  return {
    postings: results.flatMap((result) => ('warning' in result ? [] : [result])),
    warnings: results.flatMap((result) => ('warning' in result ? [result.warning] : [])),
  };
}
