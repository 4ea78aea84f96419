import type { Posting } from '../../postings/posting.ts';
import { readArticle } from '../html/read-article.ts';
import { readHead, type PageHead } from '../html/read-head.ts';
import { IMPORT_WARNINGS, type ImportWarning } from '../import-warnings.ts';
import { toWebUrl, type Imported } from '../importing.ts';
import { importJsonLd } from '../json-ld/import-json-ld.ts';
import { makePosting } from '../make-posting.ts';
import { importMicrodata } from './microdata.ts';
import { readDate } from '../read-date.ts';
import { splitTitle } from './split-title.ts';

/** What a page was read by. */
export interface ImportedPage extends Imported {
  method: 'json-ld' | 'microdata' | 'readability' | 'none';
}

/** A page with less text than this is a page about something else, or a door that is closed. */
const MIN_DESCRIPTION_LENGTH = 120;

/**
 * The postings on a page: what it says in JSON-LD, else in microdata, else what its meta tags and its main text say.
 *
 * @example
 * importPage({ url: 'https://example.com/jobs/1', html }).postings[0]?.title;
 */
export function importPage({ url, html }: { url?: string | undefined; html: string }): ImportedPage {
  const head = readHead(html);
  const parts = head.jsonLd.map((text) => importJsonLd(text, { url: undefined }));
  const warnings = parts.flatMap((part) => part.warnings);
  const structured = parts.flatMap((part) => part.postings);
  if (structured.length > 0) return { postings: withUrl(structured, url), warnings, method: 'json-ld' };
  const microdata = importMicrodata(html);
  if (microdata.postings.length > 0) {
    const all = [...warnings, ...microdata.warnings];
    return { postings: withUrl(microdata.postings, url), warnings: all, method: 'microdata' };
  }
  return readPlainPage({ url, html, head, warnings });
}

/** A page about one job is its address; a page about several is not. */
function withUrl(postings: Posting[], url: string | undefined): Posting[] {
  const [only] = postings;
  if (url === undefined || only === undefined || postings.length > 1) return postings;
  const applyUrl = only.url !== undefined && only.url !== url ? { applyUrl: only.url } : {};
  return [{ ...only, ...applyUrl, url }];
}

interface PlainPage {
  url?: string | undefined;
  html: string;
  head: PageHead;
  warnings: readonly ImportWarning[];
}

function readPlainPage({ url, html, head, warnings }: PlainPage): ImportedPage {
  const nothing: ImportedPage = {
    postings: [],
    warnings: [...warnings, IMPORT_WARNINGS.noPostingOnPage()],
    method: 'none',
  };
  const named = head.meta.get('og:title') ?? head.meta.get('twitter:title') ?? head.title ?? head.heading;
  if (named === undefined) return nothing;
  const { title, company } = splitTitle(named, { site: head.meta.get('og:site_name'), heading: head.heading });
  const text = readArticle(html);
  // Chinese says as much in a third of the letters.
  const length = text.length + 2 * (text.match(/\p{Script=Han}/gu)?.length ?? 0);
  if (
    title === '' ||
    length < MIN_DESCRIPTION_LENGTH ||
    /^(?:404|403|not found|access denied|just a moment|sign in|log ?in)\b/i.test(title)
  )
    return nothing;
  const address = url ?? toWebUrl(head.meta.get('og:url') ?? head.canonical);
  const host = address === undefined ? undefined : URL.parse(address)?.hostname.replace(/^www\./, '');
  const employer = company ?? host;
  if (employer === undefined) return nothing;
  const posting = makePosting({
    title,
    company: employer,
    source: 'page',
    raw: Object.fromEntries(head.meta),
    descriptionMd: text,
    url: address,
    postedAt: readDate(head.meta.get('article:published_time')),
  });
  const guessed = company === undefined ? [IMPORT_WARNINGS.guessedCompany()] : [];
  return {
    postings: [posting],
    warnings: [...warnings, IMPORT_WARNINGS.plainPage(), ...guessed],
    method: 'readability',
  };
}
