import { tokenizeHtml } from '../html/tokenize-html.ts';

/** A line that a reader of a mail sees, and the link that it is part of. */
export interface MailLine {
  text: string;
  href?: string;
  /** Which link it is, since two links may lead to the same page. */
  link?: number;
}

const INLINE = new Set(
  'a abbr b big cite code em font i label mark q s small span strong sub sup time tt u'.split(' '),
);
const MAX_LINES = 20_000;

/** The lines of a mail in HTML, whatever tables it is laid out with. */
export function readLines(html: string): MailLine[] {
  const lines: MailLine[] = [];
  let words = '';
  let links = 0;
  let current: { href: string; link: number } | undefined;
  const flush = () => {
    const text = words.replaceAll(/(?:[\s\p{Cf}]|\u034F)+/gu, ' ').trim();
    words = '';
    if (text !== '' && lines.length < MAX_LINES) lines.push({ text: text.slice(0, 1_000), ...current });
  };
  for (const token of tokenizeHtml(html)) {
    if (token.type === 'text') words += token.text;
    else if (token.type === 'raw') continue;
    else if (token.name === 'a') {
      flush();
      current = undefined;
      if (token.type === 'open') {
        links += 1;
        current = { href: token.attributes().get('href') ?? '', link: links };
      }
    } else if (!INLINE.has(token.name)) flush();
  }
  flush();
  return lines;
}
