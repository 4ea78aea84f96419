import { IMPORT_WARNINGS } from '../import-warnings.ts';
import { toText, toWebUrl, type Imported } from '../importing.ts';
import { toDescription } from '../json-ld/to-description.ts';
import { makePosting } from '../make-posting.ts';
import { readDate } from '../read-date.ts';

/** What somebody copied from a page. */
export interface CopiedText {
  url?: string | undefined;
  content: string;
  title?: string | undefined;
  company?: string | undefined;
  timestamp?: string | undefined;
}

/**
 * A posting from the plain text of a page. Title and company are taken from it if they are not given: a line such as
 * "Engineer at Acme", or the first two lines.
 */
export function importText({ url, content, title, company, timestamp }: CopiedText): Imported {
  const text = toDescription(content) ?? '';
  const lines = text
    .slice(0, 5_000)
    .split('\n')
    .flatMap((line) => toText(line.replace(/^[#\s*-]+/, '').replaceAll('**', '')) ?? []);
  const short = lines.filter((line) => line.length <= 120 && !/[.。!?]$/u.test(line));
  const at = /^(.{2,100}?)\s+(?:at|@)\s+(.{2,80})$/u.exec(short[0] ?? '');
  const foundTitle = toText(title) ?? at?.[1] ?? short[0];
  const foundCompany = toText(company) ?? at?.[2] ?? (title === undefined ? short[1] : undefined) ?? toHost(url);
  if (text === '' || foundTitle === undefined || foundCompany === undefined) {
    return { postings: [], warnings: [IMPORT_WARNINGS.unclearText()] };
  }
  const posting = makePosting({
    title: foundTitle,
    company: foundCompany,
    source: 'extension',
    raw: { url, title, company, timestamp },
    descriptionMd: text,
    url: toWebUrl(url),
    postedAt: undefined,
  });
  const seen = timestamp !== undefined && readDate(timestamp) === undefined;
  return { postings: [posting], warnings: seen ? [IMPORT_WARNINGS.badTimestamp()] : [] };
}

function toHost(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.hostname.replace(/^www\./, '');
}
