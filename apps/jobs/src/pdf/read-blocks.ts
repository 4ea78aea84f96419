import { Marked, type Token, type Tokens } from 'marked';

/** A piece of text in one style. */
export interface TextRun {
  text: string;
  bold?: boolean;
  italic?: boolean;
  link?: string;
}

/** What a page is made of. */
export type PdfBlock =
  | { type: 'heading'; level: number; runs: TextRun[] }
  | { type: 'paragraph'; runs: TextRun[] }
  | { type: 'item'; depth: number; marker: string; runs: TextRun[] }
  | { type: 'rule' };

/** A resume is set up to here. */
export const MAX_MARKDOWN_LENGTH = 100_000;
const MAX_PARAGRAPH_LENGTH = 8_000;

/** Addresses in text are found by ourselves: the lexer goes through the rest of the text for each of them. */
const marked = new Marked({ tokenizer: { url: () => undefined } });

const MAX_LIST_DEPTH = 8;

/** A markdown resume as blocks. What markdown has and a resume does not need becomes paragraphs; no word is lost. */
export function readBlocks(markdown: string): PdfBlock[] {
  const text = markdown.slice(0, MAX_MARKDOWN_LENGTH).normalize('NFC').replaceAll('\t', '    ');
  try {
    // The lexer calls itself for each level of quotes and lists; nobody's resume has more than a few.
    return isTooDeep(text) ? toLines(text) : marked.lexer(text).flatMap((token) => toBlocks(token, 0));
  } catch {
    return toLines(text);
  }
}

/** Whether the lexer would take long: it looks for the end of each mark of emphasis in the whole paragraph. */
function isTooDeep(text: string): boolean {
  if (/^(?:\s*(?:>|[-*+]|\d{1,2}\.)\s*){20}/m.test(text) || /[*_[\]]{200}/.test(text)) return true;
  let length = 0;
  for (const line of text.split('\n')) {
    length = /^\s*(?:$|#|[-*+]\s|\d{1,2}\.\s)/.test(line) ? line.length : length + line.length;
    if (length > MAX_PARAGRAPH_LENGTH) return true;
  }
  return false;
}

function toLines(text: string): PdfBlock[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ type: 'paragraph', runs: [{ text: line.trim() }] }));
}

function toBlocks(token: Token, depth: number): PdfBlock[] {
  if (token.type === 'heading') {
    const { depth: level, tokens } = token as Tokens.Heading;
    return [{ type: 'heading', level, runs: toRuns(tokens, {}) }];
  }
  if (token.type === 'list')
    return (token as Tokens.List).items.flatMap((item, at) => toItem(item, { list: token as Tokens.List, at, depth }));
  if (token.type === 'hr') return [{ type: 'rule' }];
  if (token.type === 'space' || token.type === 'def') return [];
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((cells) => ({
      type: 'paragraph',
      runs: cells.flatMap((cell, at) => [...(at === 0 ? [] : [{ text: '  ·  ' }]), ...toRuns(cell.tokens, {})]),
    }));
  }
  if (token.type === 'blockquote')
    return (token as Tokens.Blockquote).tokens.flatMap((inner) => toBlocks(inner, depth));
  if (token.type === 'code' || token.type === 'html') return toLines((token as Tokens.Code).text);
  return splitLines(toRuns('tokens' in token ? (token.tokens ?? [token]) : [token], {})).map((runs) => ({
    type: 'paragraph',
    runs,
  }));
}

function toItem(
  item: Tokens.ListItem,
  { list, at, depth }: { list: Tokens.List; at: number; depth: number },
): PdfBlock[] {
  const marker = list.ordered ? `${(Number(list.start) || 1) + at}.` : '•';
  const blocks = item.tokens.flatMap((token) => toBlocks(token, Math.min(MAX_LIST_DEPTH, depth + 1)));
  const [first, ...rest] = blocks;
  if (first === undefined) return [];
  if (first.type !== 'paragraph') return blocks;
  // What follows in the same item stands below its text, without a mark of its own.
  const below = rest.map((block): PdfBlock =>
    block.type === 'paragraph' ? { type: 'item', depth, marker: '', runs: block.runs } : block,
  );
  return [{ type: 'item', depth, marker, runs: first.runs }, ...below];
}

function toRuns(tokens: readonly Token[], style: Omit<TextRun, 'text'>): TextRun[] {
  return tokens.flatMap((token): TextRun[] => {
    if (token.type === 'strong') return toRuns((token as Tokens.Strong).tokens, { ...style, bold: true });
    if (token.type === 'em') return toRuns((token as Tokens.Em).tokens, { ...style, italic: true });
    if (token.type === 'link') {
      const { href, tokens: inner } = token as Tokens.Link;
      return toRuns(inner, /^(?:https?:|mailto:)/i.test(href) ? { ...style, link: href } : style);
    }
    if (token.type === 'br') return [{ ...style, text: '\n' }];
    if (token.type === 'image') return [{ ...style, text: (token as Tokens.Image).text }];
    if (token.type === 'checkbox') return [];
    if ('tokens' in token && token.tokens !== undefined) return toRuns(token.tokens, style);
    return toLinked({ ...style, text: 'text' in token ? String(token.text) : token.raw });
  });
}

/** Addresses lead where they say, also if they are only written down. */
function toLinked(run: TextRun): TextRun[] {
  if (run.link !== undefined || !run.text.includes('://')) return [run];
  return run.text.split(/(https?:\/\/[^\s<>()"']{1,500})/).flatMap((text) => {
    if (text === '') return [];
    return [/^https?:\/\//.test(text) ? { ...run, text, link: text } : { ...run, text }];
  });
}

/** People break lines where they mean it: an address, a row of dates. */
function splitLines(runs: readonly TextRun[]): TextRun[][] {
  const lines: TextRun[][] = [[]];
  for (const run of runs) {
    for (const [at, text] of run.text.split('\n').entries()) {
      if (at > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...run, text });
    }
  }
  return lines.filter((line) => line.some((run) => run.text.trim() !== ''));
}
