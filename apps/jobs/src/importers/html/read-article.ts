import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { tokenizeHtml } from './tokenize-html.ts';

/** Readability visits each element many times and calls itself for each level, so a page gets this much of it. */
const MAX_ELEMENTS = 3_000;
const MAX_NESTING = 60;
const MAX_TEXT_LENGTH = 300_000;

/** The main text of a page as markdown, without menus and footers; the whole page, if it is too large to tell. */
export function readArticle(html: string): string {
  const page = simplify(html);
  if (page === undefined) return htmlToMarkdown(html);
  const { document } = parseHTML(`<!doctype html><html><head></head><body>${page}</body></html>`);
  // The types of Readability expect a browser's document, which linkedom's is in everything that it uses.
  const article = new Readability(document as unknown as ConstructorParameters<typeof Readability>[0], {
    charThreshold: 200,
  }).parse();
  const text = article?.content ? htmlToMarkdown(article.content) : '';
  return text === '' ? htmlToMarkdown(html) : text;
}

const KEPT = /^(?:class|id|href|role|itemprop|hidden|style|aria-hidden)$/;

/** The page again, with elements that are well formed and not too deep; undefined if there are too many. */
function simplify(html: string): string | undefined {
  const parts: string[] = [];
  const opened: string[] = [];
  let [elements, length] = [0, 0];
  for (const token of tokenizeHtml(html)) {
    if (token.type === 'text') {
      length += token.text.length;
      if (length < MAX_TEXT_LENGTH) parts.push(escape(token.text));
    } else if (token.type === 'open') {
      if (/^(?:html|body|head|link|meta|base|input)$/.test(token.name)) continue;
      elements += 1;
      if (elements > MAX_ELEMENTS) return undefined;
      if (token.empty) parts.push(`<${token.name}>`);
      else if (opened.length < MAX_NESTING) {
        const attributes = [...token.attributes()].filter(([name]) => KEPT.test(name));
        parts.push(
          `<${token.name}${attributes.map(([name, value]) => ` ${name}="${escape(value.slice(0, 2_000))}"`).join('')}>`,
        );
        opened.push(token.name);
      }
    } else if (token.type === 'close') {
      const at = opened.lastIndexOf(token.name);
      if (at !== -1) for (const name of opened.splice(at).toReversed()) parts.push(`</${name}>`);
    }
  }
  return (
    parts.join('') +
    opened
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
