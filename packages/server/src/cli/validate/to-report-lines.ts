import type { FileReport, Remark } from './check-file.ts';
import type { Palette } from '../terminal/palette.ts';
import { toPrintable } from '../terminal/to-printable.ts';

const KIND_NAMES: Readonly<Record<NonNullable<FileReport['kind']>, string>> = {
  swarms: 'a swarms file',
  swarm: 'a swarm',
  module: 'a module',
  message: 'a MAIL message',
  messages: 'a list of MAIL messages',
  'interswarm message': 'an envelope between swarms',
  'interswarm delivery': 'a delivery to another swarm, with its envelope',
};

/** What was found in a file, for people: what it is, then one line per problem and per warning. */
export function toReportLines(file: string, report: FileReport, palette: Palette): string[] {
  const { kind, content, problems, warnings } = report;
  const what = kind === undefined ? content : `${KIND_NAMES[kind]} (${content})`;
  const verdict =
    problems.length === 0
      ? palette.paint('green', '✓ valid')
      : palette.paint('red', `✗ ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}`);
  const toLine = (label: string) => (remark: Remark) =>
    `  ${label} ${palette.paint('bold', toPlaceText(file, remark))} ${toPrintable(`${remark.path}: ${remark.message}`)}`;
  return [
    `${file}: ${toPrintable(what)} ${verdict}`,
    ...problems.map(toLine(palette.paint('red', 'problem'))),
    ...warnings.map(toLine(palette.paint('yellow', 'warning'))),
  ];
}

function toPlaceText(file: string, { line, column }: Remark): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}
