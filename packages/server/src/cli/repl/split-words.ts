import { UsageError } from '../usage-error.ts';

/** The words of a line, and whether the last one is still being typed. */
export type SplitLine = {
  words: string[];
  /** Where the last word begins in the line, or the line's length when a new one would begin. */
  lastStart: number;
  /** The quote that is still open at the end, if any. */
  open?: '"' | "'" | '\\';
};

/**
 * Splits a line into words like a shell: blanks separate, quotes keep together, a backslash takes the next character as it
 * is (between double quotes only before a quote or another backslash).
 *
 * @example splitLine(`message "two words" it\\'s`).words // ['message', 'two words', "it's"]
 */
export function splitLine(line: string): SplitLine {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  let lastStart = line.length;
  let escaping = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]!;
    if (word === undefined && !/\s/.test(character)) lastStart = at;
    if (escaping) {
      word = `${word ?? ''}${character}`;
      escaping = false;
    } else if (character === '\\' && quote !== "'" && (quote === undefined || /["\\]/.test(line[at + 1] ?? ''))) {
      word ??= '';
      escaping = true;
    } else if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else word = `${word ?? ''}${character}`;
    } else if (character === '"' || character === "'") {
      word ??= '';
      quote = character;
    } else if (!/\s/.test(character)) {
      word = `${word ?? ''}${character}`;
    } else if (word !== undefined) {
      words.push(word);
      word = undefined;
      lastStart = line.length;
    }
  }
  if (word !== undefined) words.push(word);
  const open = escaping ? '\\' : quote;
  return { words, lastStart, open };
}

/** The words of a finished line. Throws a `UsageError` when a quote is never closed. */
export function splitWords(line: string): string[] {
  const { words, open } = splitLine(line);
  if (open === undefined) return words;
  throw new UsageError(open === '\\' ? 'The line ends with a lone backslash.' : `A quote (${open}) is never closed.`, {
    hint: `Put a text with apostrophes between double quotes: "it's".`,
  });
}

/** A word as it has to be typed. */
export function quoteWord(word: string): string {
  if (word !== '' && !/[\s"'\\]/.test(word)) return word;
  return `"${word.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
