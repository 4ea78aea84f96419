/** A markdown resume as plain text: the marks are gone, the words and lines are not. */
export function toPlainText(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) =>
      line
        .replace(/^#{1,6}\s+/, '')
        .replace(/^(\s*)[*+-]\s+/, '$1• ')
        .replaceAll(/\[([^\]]{1,500})\]\(([^)\s]{1,2000})\)/g, (_, text: string, url: string) =>
          text === url ? url : `${text} (${url})`,
        )
        .replaceAll('**', '')
        .replaceAll(/(^|[\s(])[*_]([^*_]{1,1000})[*_](?=[\s).,;:!?]|$)/g, '$1$2')
        .trimEnd(),
    )
    .filter((line) => !/^\s*(?:[-*_]\s*){3,}$/.test(line))
    .join('\n');
}
