import type { ModelAnswerPart } from './answer-parts.ts';

/** Stands for reasoning that the provider keeps to itself. */
const REDACTED = '[redacted thinking]';

/** What the model said in these parts. A provider that cites splits one text into several parts: neighbours are one. */
export function textOf(parts: readonly ModelAnswerPart[]): string {
  const texts: string[] = [];
  let adjacent = false;
  for (const part of parts) {
    if (part.type === 'text') texts.push(adjacent ? (texts.pop() ?? '') + part.text : part.text);
    adjacent = part.type === 'text' || (adjacent && part.type === 'source');
  }
  return texts.filter(isWritten).join('\n');
}

/** What the model thought in these parts, as far as it can be read. */
export function reasoningOf(parts: readonly ModelAnswerPart[]): string {
  const blocks = parts.flatMap((part) => (part.type === 'reasoning' ? [isRedacted(part) ? REDACTED : part.text] : []));
  return blocks.filter(isWritten).join('\n\n');
}

function isWritten(text: string): boolean {
  return text.trim() !== '';
}

function isRedacted({ text, providerMetadata }: Extract<ModelAnswerPart, { type: 'reasoning' }>): boolean {
  return text === '' && providerMetadata?.anthropic?.redactedData !== undefined;
}
