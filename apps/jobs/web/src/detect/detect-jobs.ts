import { findBoard } from './find-board.ts';
import { findJobPostings, type JsonLdNode } from './find-nodes.ts';
import { type PageFacts, READ_LIMITS } from './page-facts.ts';
import type { FoundJob, PageJob } from './page-job.ts';
import { parseJsonLd } from './parse-json-ld.ts';
import { splitBoardTitle } from './split-board-title.ts';
import { toJob } from './to-job.ts';
import { toLine } from './to-plain-text.ts';

/**
 * The postings on a page: what it says in JSON-LD, else in microdata, else, on a board that is known, what it shows.
 * The posting that the page is about comes first. Whatever the page says, this neither throws nor runs away.
 *
 * @example
 * detectJobs(facts)[0]?.job.title; // 'Engineer'
 */
export function detectJobs(facts: PageFacts): FoundJob[] {
  if (!/^https?:/.test(facts.url) || facts.url.length > READ_LIMITS.address) return [];
  const nodes = facts.jsonLd.flatMap((text) => findJobPostings(parseJsonLd(text)));
  const structured = fromNodes(nodes, facts.url, 'json-ld');
  if (structured.length > 0) return structured;
  const marked = fromNodes(facts.microdata, facts.url, 'microdata');
  return marked.length > 0 ? marked : fromBoard(facts);
}

/** A board that is known says more than the way in which its page is written. */
function fromNodes(nodes: readonly JsonLdNode[], url: string, way: PageJob['source']): FoundJob[] {
  const unlike = new Map(nodes.slice(0, READ_LIMITS.postings).map((node) => [JSON.stringify(node), node]));
  const around = { url, isOnly: unlike.size === 1, source: findBoard(url)?.name ?? way };
  const found = [...unlike.values()].flatMap((node) => toJob(node, around) ?? []);
  const isHere = ({ ingest }: FoundJob): boolean => ingest['url'] === url;
  return [...found.filter(isHere), ...found.filter((each) => !isHere(each))];
}

function fromBoard({ url, title: pageTitle, heading, siteName, shown, text }: PageFacts): FoundJob[] {
  const board = findBoard(url);
  if (board === undefined) return [];
  const line = (value: string | undefined): string | undefined => toLine(value, READ_LIMITS.line);
  const named = splitBoardTitle(board.name, pageTitle);
  const title = line(shown.title) ?? named.title ?? line(heading);
  if (title === undefined) return [];
  const company = line(shown.company) ?? named.company ?? toEmployer(line(siteName), board.name) ?? board.company;
  const location = line(shown.location) ?? named.location;
  const description = (shown.description ?? '').slice(0, READ_LIMITS.text).trim();
  const job: PageJob = {
    title,
    company,
    location,
    url,
    source: board.name,
    ...(description !== '' && { description }),
  };
  const content = description || text.slice(0, READ_LIMITS.text).trim() || title;
  return [{ job, ingest: { url, content, title, company } }];
}

/** Boards call themselves the site; a company does so on its own pages only. */
function toEmployer(siteName: string | undefined, board: string): string | undefined {
  return siteName?.toLowerCase().startsWith(board) === true ? undefined : siteName;
}
