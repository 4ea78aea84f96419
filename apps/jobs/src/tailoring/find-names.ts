import { plainWords } from './plain-words.ts';

/** Words of scripts that put spaces between them; "使用Kafka" has one. */
const WORD =
  /[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]][[\p{L}\p{N}+#]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]*(?:(?:[.'’\-]|&)[[\p{L}\p{N}+#]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+)*/gv;
/** What organisations and schools end with in Chinese. */
const CHINESE_NAME = /\p{Script=Han}{2,16}?(?:公司|集团|科技|大学|学院|银行|研究院|研究所|工作室|学校)/gu;

/** Every word of a text in lower case, and the parts of those that are joined. */
export function toWordSet(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    const lower = word.toLowerCase();
    words.add(lower);
    for (const part of lower.split(/[.'’&-]/u)) words.add(part);
  }
  return words;
}

/**
 * Words that look like names and that a text did not have: those with a capital letter, unless they begin a sentence and
 * are known to be ordinary, and those with a digit or a sign inside.
 */
export function findNewNames(line: string, known: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (const match of line.matchAll(WORD)) {
    const [word] = match;
    if (isKnown(word, known)) continue;
    const lower = word.toLowerCase();
    const looksLikeName = /\p{Lu}/u.test(word) || /[+#]/.test(word) || (/\p{L}/u.test(word) && /\d/.test(word));
    if (looksLikeName && !(startsSentence(line.slice(0, match.index)) && plainWords.has(lower))) names.push(word);
  }
  return names;
}

/** Words of a list of skills or of a heading that a text did not have, names or not. */
export function findNewWords(line: string, known: ReadonlySet<string>): string[] {
  return [...line.matchAll(WORD)]
    .map(([word]) => word)
    .filter((word) => !isKnown(word, known) && !plainWords.has(word.toLowerCase()));
}

/** Chinese words of a list of skills or of a heading that a text did not have. */
export function findNewChineseWords(line: string, original: string): string[] {
  return [...line.matchAll(/\p{Script=Han}{2,}/gu)].map(([word]) => word).filter((word) => !original.includes(word));
}

/** Names in Chinese that a text did not have. */
export function findNewChineseNames(text: string, original: string): string[] {
  return [...text.matchAll(CHINESE_NAME)].map(([name]) => name).filter((name) => !endsInside(name, original));
}

/** What precedes a name in a sentence is part of the match, so it is enough if the end of it is known. */
function endsInside(name: string, original: string): boolean {
  for (let from = 0; from <= name.length - 4; from += 1) if (original.includes(name.slice(from))) return true;
  return original.includes(name);
}

function isKnown(word: string, known: ReadonlySet<string>): boolean {
  const lower = word.toLowerCase();
  if (known.has(lower)) return true;
  const parts = lower.split(/[.'’&-]/u);
  return parts.length > 1 && parts.every((part) => known.has(part) || plainWords.has(part));
}

function startsSentence(before: string): boolean {
  return /^[\s>*_#+•-]*(?:\d{1,2}\.\s*)?$/u.test(before) || /[.!?:;]["'”’)]*\s+$/u.test(before);
}
