import { tokenizeHtml, type HtmlToken } from './tokenize-html.ts';

const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form header hr main nav p pre section summary table tbody td tfoot th thead tr'.split(
    ' ',
  ),
);
const HIDDEN = new Set(['head', 'noscript', 'button', 'select', 'object']);
const MARKS = new Map(Object.entries({ b: '**', strong: '**', i: '*', em: '*' }));
const MAX_LIST_DEPTH = 4;
const MAX_MARKDOWN_LENGTH = 400_000;

/**
 * HTML as markdown: headings, lists, links, bold and italic text, and paragraphs. Nothing is escaped, so that "C#" and
 * "Node_js" stay what they are; scripts, styles and controls are left out.
 *
 * @example
 * htmlToMarkdown('<h2>You</h2><ul><li>know <b>C#</b></ul>'); // '## You\n\n- know **C#**'
 */
export function htmlToMarkdown(html: string): string {
  const writer = new MarkdownWriter();
  for (const token of tokenizeHtml(html)) {
    writer.write(token);
    if (writer.length > MAX_MARKDOWN_LENGTH) break;
  }
  return writer.finish();
}

interface Mark {
  mark: string;
  start: number;
  href?: string;
}

/** Collects blocks; each is one line or, where the page breaks lines, several. */
class MarkdownWriter {
  length = 0;
  private readonly blocks: { text: string; item: boolean }[] = [];
  private inline: string[] = [];
  private prefix = '';
  private readonly marks: Mark[] = [];
  private readonly lists: { ordered: boolean; count: number }[] = [];
  private hidden = 0;

  write(token: HtmlToken): void {
    if (token.type === 'raw') return;
    if (token.type !== 'text' && HIDDEN.has(token.name)) {
      if (token.type === 'open' && !token.empty) this.hidden += 1;
      if (token.type === 'close') this.hidden = Math.max(0, this.hidden - 1);
      return;
    }
    if (this.hidden > 0) return;
    if (token.type === 'text') this.addText(token.text);
    else if (token.type === 'open') this.open(token);
    else this.close(token.name);
  }

  finish(): string {
    this.flush();
    let text = '';
    for (const [at, block] of this.blocks.entries()) {
      // Items of one list stand together; everything else is a paragraph of its own.
      if (at > 0) text += block.item && this.blocks[at - 1]?.item ? '\n' : '\n\n';
      text += block.text;
    }
    return text.slice(0, MAX_MARKDOWN_LENGTH);
  }

  private addText(text: string): void {
    const collapsed = text.replaceAll(/[\s\u00A0\u200B]+/g, ' ');
    this.push(/[\s]$/.test(this.inline.at(-1) ?? ' ') ? collapsed.trimStart() : collapsed);
  }

  private push(text: string): void {
    if (text === '') return;
    this.inline.push(text);
    this.length += text.length;
  }

  private open(token: Extract<HtmlToken, { type: 'open' }>): void {
    const { name } = token;
    const mark = MARKS.get(name);
    if (name === 'br') this.push(this.inline.at(-1) === '\n' ? '' : '\n');
    else if (name === 'ul' || name === 'ol') {
      this.flush();
      this.lists.push({ ordered: name === 'ol', count: 0 });
    } else if (name === 'li') this.openItem();
    else if (/^h[1-6]$/.test(name)) {
      this.flush();
      this.prefix = `${'#'.repeat(Number(name[1]))} `;
    } else if (mark !== undefined) {
      if (!this.marks.some((open) => open.mark === mark)) this.marks.push({ mark, start: this.inline.length });
    } else if (name === 'a') {
      if (this.marks.some((open) => open.mark === 'a')) return;
      this.marks.push({ mark: 'a', start: this.inline.length, href: token.attributes().get('href') ?? '' });
    } else if (BLOCKS.has(name)) this.openBlock();
  }

  private close(name: string): void {
    const mark = name === 'a' ? 'a' : MARKS.get(name);
    if (mark !== undefined) this.closeMark(mark);
    else if (name === 'ul' || name === 'ol') {
      this.flush();
      this.lists.pop();
    } else if (name === 'li' || /^h[1-6]$/.test(name) || BLOCKS.has(name)) this.flush();
  }

  private openItem(): void {
    this.flush();
    const list = this.lists.at(-1);
    if (list !== undefined) list.count += 1;
    const indent = '  '.repeat(Math.min(MAX_LIST_DEPTH, Math.max(0, this.lists.length - 1)));
    this.prefix = `${indent}${list?.ordered ? `${list.count}.` : '-'} `;
  }

  /** A paragraph inside an item or a heading continues it. */
  private openBlock(): void {
    if (this.inline.some((part) => part.trim() !== '')) this.flush();
  }

  private closeMark(mark: string): void {
    const at = this.marks.findLastIndex((open) => open.mark === mark);
    const open = this.marks[at];
    if (open === undefined) return;
    this.marks.splice(at, 1);
    const inner = this.inline.splice(open.start).join('');
    const text = inner.trim();
    if (text === '') return this.push(inner === '' ? '' : ' ');
    const [lead, trail] = [/^\s/.test(inner) ? ' ' : '', /\s$/.test(inner) ? ' ' : ''];
    this.inline.push(`${lead}${wrap(text, open)}${trail}`);
  }

  private flush(): void {
    while (this.marks.length > 0) this.closeMark(this.marks.at(-1)?.mark ?? '');
    const text = this.inline
      .join('')
      .replaceAll(/ ?\n ?/g, '\n')
      .trim();
    this.inline = [];
    if (text === '') return;
    const heading = this.prefix.startsWith('#');
    const item = this.prefix !== '' && !heading;
    this.blocks.push({
      text: `${this.prefix}${heading ? text.replaceAll('**', '').replaceAll('\n', ' ') : text}`,
      item,
    });
    this.prefix = '';
  }
}

function wrap(text: string, { mark, href }: Mark): string {
  if (mark !== 'a') return text.includes('\n') ? text : `${mark}${text}${mark}`;
  if (!/^(?:https?:|mailto:)/i.test(href ?? '') || href === text || text.includes(']')) return text;
  return `[${text}](${href?.replaceAll(/[\s()<>]/g, (character) => encodeURIComponent(character))})`;
}
