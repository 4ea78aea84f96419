import { decodeEntities } from '../html/decode-entities.ts';
import { htmlToMarkdown } from '../html/html-to-markdown.ts';

const TAG = /<\/?(?:p|div|br|ul|ol|li|h[1-6]|strong|b|em|i|span|section|table|a)\b[^<>]{0,500}>/i;
const ESCAPED_TAG = /&(?:amp;)?lt;\/?(?:p|div|br|ul|ol|li|h[1-6]|strong|b|em|i|span|section|table|a)\b/i;
const MAX_DESCRIPTION_LENGTH = 1_000_000;

/** A description as markdown. It may be HTML, HTML whose tags were escaped once or twice, or plain text. */
export function toDescription(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  let text = value.slice(0, MAX_DESCRIPTION_LENGTH);
  for (let time = 0; time < 2 && !TAG.test(text) && ESCAPED_TAG.test(text); time += 1) text = decodeEntities(text);
  const markdown = TAG.test(text) ? htmlToMarkdown(text) : fromPlainText(decodeEntities(text));
  return markdown === '' ? undefined : markdown;
}

function fromPlainText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const kept = lines.map((line) => line.trim().replace(/^[•·▪●]\s*/u, '- '));
  return kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
