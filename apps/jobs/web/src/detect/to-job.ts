import { isNode, type JsonLdNode } from './find-nodes.ts';
import { READ_LIMITS } from './page-facts.ts';
import type { FoundJob, PageJob } from './page-job.ts';
import { toPlainLine, toPlainText } from './to-plain-text.ts';

type Around = {
  /** The address of the page. */
  url: string;
  /** Whether the page has no other posting. */
  isOnly: boolean;
  source: PageJob['source'];
};

/**
 * A JobPosting as something to tell and to save; undefined without a title. A page with one posting is its address;
 * one of several has its own address or none, because two jobs with one address would be saved as one.
 */
export function toJob(node: JsonLdNode, { url, isOnly, source }: Around): FoundJob | undefined {
  const title = toPlainLine(node['title'] ?? node['name'], READ_LIMITS.line);
  if (title === undefined) return undefined;
  const company = toName(node['hiringOrganization']);
  const location = toLocation(node);
  const described = node['description'];
  const description = typeof described === 'string' ? toPlainText(described, READ_LIMITS.text) : '';
  const address = isOnly ? url : toWebAddress(node['url'], url);
  const job: PageJob = {
    title,
    ...(company !== undefined && { company }),
    ...(location !== undefined && { location }),
    url: address ?? url,
    source,
    ...(description !== '' && { description }),
  };
  if (company !== undefined) return { job, ingest: { jsonLd: node, ...(address !== undefined && { url: address }) } };
  // The app takes no JSON-LD that does not say whose job it is, but a text.
  return { job, ingest: { url: address ?? url, content: description || title, title } };
}

function toName(value: unknown): string | undefined {
  const [first] = [value].flat();
  return toPlainLine(isNode(first) ? first['name'] : first, READ_LIMITS.line);
}

function toLocation(node: JsonLdNode): string | undefined {
  const places = [node['jobLocation']]
    .flat()
    .slice(0, 5)
    .flatMap((place) => toPlace(place) ?? []);
  const isRemote = [node['jobLocationType']].flat().includes('TELECOMMUTE');
  return toPlainLine([...new Set([...(isRemote ? ['Remote'] : []), ...places])].join('; '), READ_LIMITS.line);
}

function toPlace(place: unknown): string | undefined {
  if (!isNode(place)) return toPlainLine(place, READ_LIMITS.line);
  const address = place['address'];
  if (!isNode(address)) return toPlainLine(address ?? place['name'], READ_LIMITS.line);
  const parts = [address['addressLocality'], address['addressRegion'], address['addressCountry']].map(toName);
  return toPlainLine(parts.filter((part) => part !== undefined).join(', '), READ_LIMITS.line) ?? toName(place);
}

function toWebAddress(value: unknown, base: string): string | undefined {
  if (typeof value !== 'string' || value.length > READ_LIMITS.address) return undefined;
  const url = URL.parse(value, base);
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= READ_LIMITS.address
    ? url.href
    : undefined;
}
