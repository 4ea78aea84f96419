import { decodeEntities } from './decode-entities.ts';
import { tokenizeHtml } from './tokenize-html.ts';

/** What a page says about itself. */
export interface PageHead {
  title?: string;
  /** The first heading. */
  heading?: string;
  canonical?: string;
  /** Contents of `<meta>` by lower-case name or property; the first of each counts. */
  meta: ReadonlyMap<string, string>;
  /** The texts of the scripts that hold JSON-LD. */
  jsonLd: readonly string[];
}

const MAX_SCRIPTS = 100;

/** Titles, meta tags and JSON-LD scripts of a page, in one pass. */
export function readHead(html: string): PageHead {
  const meta = new Map<string, string>();
  const jsonLd: string[] = [];
  const head: { title?: string; heading?: string; canonical?: string } = {};
  let heading: string[] | undefined;
  for (const token of tokenizeHtml(html)) {
    if (token.type === 'text') heading?.push(token.text);
    else if (token.type === 'raw') {
      if (token.name === 'title') head.title ??= clean(decodeEntities(token.text));
      const type = token.name === 'script' ? (token.attributes().get('type') ?? '') : '';
      if (/^\s*application\/ld\+json\b/i.test(type) && jsonLd.length < MAX_SCRIPTS) jsonLd.push(token.text);
    } else if (token.name === 'h1') {
      if (token.type === 'close') head.heading ??= clean(heading?.join('') ?? '') || undefined;
      heading = token.type === 'open' ? [] : undefined;
    } else if (token.type === 'open' && token.name === 'meta') {
      const attributes = token.attributes();
      const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
      const content = clean(attributes.get('content') ?? '');
      if (name !== '' && content !== '' && !meta.has(name)) meta.set(name, content);
    } else if (token.type === 'open' && token.name === 'link') {
      head.canonical ??= toCanonical(token.attributes());
    }
  }
  return { ...head, meta, jsonLd };
}

function toCanonical(attributes: ReadonlyMap<string, string>): string | undefined {
  return attributes.get('rel')?.toLowerCase() === 'canonical' ? attributes.get('href') || undefined : undefined;
}

function clean(text: string): string {
  return text.slice(0, 10_000).replaceAll(/\s+/g, ' ').trim().slice(0, 2_000);
}
