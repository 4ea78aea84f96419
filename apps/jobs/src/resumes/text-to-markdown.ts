import { toResumeKind } from './resume-outline.ts';

const BULLET = /^\s*(?:[•·▪◦‣●○■–*+-]|[\uF0B7\uF0A7])\s*/u;

/**
 * A resume in plain text, as it comes out of a PDF or a mail, as markdown: its first line is the name, lines that
 * announce a section are headings, marks of items are made equal, and items that were broken over lines are joined.
 */
export function textToMarkdown(text: string): string {
  const lines: string[] = [];
  for (const raw of text.replaceAll('\r\n', '\n').replaceAll('\f', '\n').split('\n')) {
    const line = raw.replaceAll(/[\t\u00A0]/g, ' ').trimEnd();
    const last = lines.at(-1) ?? '';
    if (line.trim() === '') lines.push('');
    else if (!lines.some((one) => one !== '')) lines.push(isName(line) ? `# ${line.trim()}` : line.trim());
    else if (isHeading(line.trim())) lines.push('', `## ${line.trim().replace(/[:：]$/, '')}`, '');
    else if (BULLET.test(line) && line.replace(BULLET, '') !== '') lines.push(`- ${line.replace(BULLET, '').trim()}`);
    else if (last.startsWith('- ') && /^\s*[\p{Ll}(,]/u.test(line)) lines[lines.length - 1] = `${last} ${line.trim()}`;
    else lines.push(line.trim());
  }
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function isName(line: string): boolean {
  return line.length <= 60 && !/[@\d:]/.test(line);
}

function isHeading(line: string): boolean {
  if (line.length > 40 || /[.,;@。，]/.test(line) || BULLET.test(line)) return false;
  const title = line.replace(/[:：]$/, '');
  const known = toResumeKind(title) !== 'other' && title.split(/\s+/).length <= 3;
  return known && (/^[^a-z]+$/.test(title) || /^\p{Lu}/u.test(title) || /\p{Script=Han}/u.test(title));
}
