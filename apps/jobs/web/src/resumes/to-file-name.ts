import type { PasteFormat } from '../api/resume.ts';

const ENDINGS: Readonly<Record<PasteFormat, string>> = { markdown: 'md', text: 'txt', 'json-resume': 'json' };

/** A name for a file that every system accepts. */
export function toFileName(name: string, format: PasteFormat): string {
  const plain = name
    .replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[ .]+|[ .]+$/g, '');
  return `${[...plain].slice(0, 100).join('') || 'resume'}.${ENDINGS[format]}`;
}
