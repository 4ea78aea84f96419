/** A part of a report: text, a table as a list of rows, or names with values. */
export type ReportSection = {
  readonly heading: string;
  readonly content: string | readonly Readonly<Record<string, unknown>>[] | Readonly<Record<string, unknown>>;
};

export type Report = { readonly title: string; readonly sections: readonly ReportSection[]; readonly now: Date };

/** More rows than this are for a file, not for a report. */
const MAX_ROWS = 50;

/**
 * A report in Markdown, with a list of contents when it has more than two sections.
 *
 * @example
 * toReport({ title: 'Sales', sections: [{ heading: 'Summary', content: 'Good.' }], now: new Date() });
 */
export function toReport({ title, sections, now }: Report): string {
  const contents = sections.map(({ heading }, index) => `${index + 1}. [${oneLine(heading)}](#section-${index + 1})`);
  return [
    `# ${oneLine(title)}`,
    `*Made on ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC*`,
    ...(sections.length > 2 ? [['## Contents', '', ...contents].join('\n')] : []),
    ...sections.map(({ heading, content }, index) =>
      [`<a id="section-${index + 1}"></a>`, '', `## ${oneLine(heading)}`, '', toMarkdown(content)].join('\n'),
    ),
  ].join('\n\n');
}

function toMarkdown(content: ReportSection['content']): string {
  if (typeof content === 'string') return content.trim();
  if (isTable(content)) return toTable(content);
  return Object.entries(content)
    .map(([name, value]) => `- **${oneLine(name)}**: ${toCell(value)}`)
    .join('\n');
}

function isTable(
  content: Exclude<ReportSection['content'], string>,
): content is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(content);
}

function toTable(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const shown = rows.slice(0, MAX_ROWS);
  const columns = [...new Set(shown.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return '*No data.*';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const body = shown.map((row) => line(columns.map((column) => toCell(Object.hasOwn(row, column) ? row[column] : ''))));
  const rest = rows.length > MAX_ROWS ? ['', `*${rows.length - MAX_ROWS} more rows are not shown.*`] : [];
  return [line(columns.map(toCell)), line(columns.map(() => '---')), ...body, ...rest].join('\n');
}

/** A value for one line: whatever would end the cell or the line is made harmless. */
function toCell(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return oneLine(text).replaceAll('\\', '\\\\').replaceAll('|', '\\|');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
