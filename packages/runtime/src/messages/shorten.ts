import { estimateTokens } from './estimate-tokens.ts';

/** A text of at most about so many tokens: its beginning and its end, and a note about what is missing between them. */
export function shorten(text: string, tokens: number): string {
  const size = estimateTokens(text);
  if (size <= tokens) return text;
  const kept = Math.floor((text.length * Math.max(tokens, 0)) / size);
  const end = Math.floor(kept / 3);
  const beginning = text.slice(0, kept - end).toWellFormed();
  const missing = `[… ${text.length - kept} characters left out …]`;
  return [beginning, missing, end === 0 ? '' : text.slice(-end).toWellFormed()].join(' ').trim();
}
