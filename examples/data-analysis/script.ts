import { leadScript } from '../scripting/lead-script.ts';
import { specialistScript } from '../scripting/specialist-script.ts';
import {
  type Correlation,
  DATASETS,
  type ParsedTable,
  type SampleData,
  type Statistics,
} from '@posthouse/runtime/reference-library';

/** What the processor sends: the numbers of a table, column by column. */
type Columns = { rows: number; columns: Record<string, number[]> };

/** Plays the head of data analysis: data, then figures, then the report, each step with what the one before found. */
const analyst = leadScript(({ body }, find) => {
  const data = { target: 'processor', subject: 'Data', body };
  const received = find(data);
  if (received === undefined) return [data];
  const parsed = readColumns(received);
  if (parsed === undefined) return `The data could not be read: ${received}`;

  const figures = { target: 'statistics', subject: 'Figures', body: JSON.stringify(parsed) };
  const found = find(figures);
  if (found === undefined) return [figures];

  const report = { target: 'reporter', subject: 'Report', body: `Rows: ${parsed.rows}\n\n${found}` };
  const written = find(report);
  return written === undefined ? [report] : `I looked at ${parsed.rows} rows.\n\n${written}`;
});

/** Reads CSV when there is some in the request, else makes the sample that is named. */
const processor = specialistScript(({ body }, find) => {
  const csv = findCSV(body);
  const call =
    csv === undefined
      ? {
          name: 'generate_sample_data',
          input: { dataset: DATASETS.find((each) => body.includes(each)) ?? 'sales', rows: 30 },
        }
      : { name: 'parse_csv', input: { data: csv } };
  const result = find(call.name, call.input);
  if (result === undefined) return [call];
  if (!result.ok) return result.text;
  return JSON.stringify(toColumns(result.json as SampleData | ParsedTable));
});

/** Figures of every column, and how the first two go together. */
const statistics = specialistScript(({ body }, find) => {
  const entries = Object.entries(readColumns(body)?.columns ?? {});
  if (entries.length === 0) return 'There are no numbers to calculate with.';
  const single = entries.map(([, data]) => ({
    name: 'calculate_statistics',
    input: { data, metrics: ['mean', 'std', 'min', 'max'] },
  }));
  const [x, y] = entries;
  const pair = x === undefined || y === undefined ? [] : [{ name: 'run_correlation', input: { x: x[1], y: y[1] } }];
  const calls = [...single, ...pair];
  const results = calls.map(({ name, input }) => find(name, input));
  if (results.includes(undefined)) return calls;
  const lines = entries.map(([name], index) => {
    const result = results[index]!;
    return result.ok ? toFigures(name, result.json as Statistics) : `${name}: ${result.text}`;
  });
  const connection = pair.length === 0 ? undefined : results.at(-1)!;
  if (connection === undefined) return lines.join('\n');
  const words = connection.ok ? toConnection(connection.json as Correlation) : connection.text;
  return [...lines, `${x![0]} and ${y![0]}: ${words}`].join('\n');
});

const reporter = specialistScript(({ body }, find) => {
  const [about = '', ...rest] = body.split('\n\n');
  const rows = rest
    .join('\n')
    .split('\n')
    .map((line) => ({ what: line.split(': ')[0] ?? '', finding: line.split(': ').slice(1).join(': ') }));
  const input = {
    title: 'Data analysis',
    sections: [
      { heading: 'Summary', content: `${about}. The findings are below.` },
      { heading: 'Findings', content: rows },
    ],
  };
  const result = find('format_report', input);
  if (result === undefined) return [{ name: 'format_report', input }];
  return result.ok ? (result.json as { report: string }).report : result.text;
});

/** The first lines in a row that have commas without a space behind them; one line alone is no table. */
function findCSV(text: string): string | undefined {
  const lines = text.split('\n');
  const isRow = (line: string): boolean => /,(?!\s)/.test(line);
  const begin = lines.findIndex(isRow);
  const rest = begin === -1 ? [] : lines.slice(begin);
  const end = rest.findIndex((line) => !isRow(line));
  const rows = end === -1 ? rest : rest.slice(0, end);
  return rows.length < 2 ? undefined : rows.join('\n');
}

function toColumns({ columns, data }: SampleData | ParsedTable): Columns {
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  const numbers = columns
    .map((name) => [name, data.map((row) => row[name]).filter(isNumber)] as const)
    .filter(([, values]) => values.length > 0);
  return { rows: data.length, columns: Object.fromEntries(numbers) };
}

function readColumns(text: string): Columns | undefined {
  try {
    return JSON.parse(text) as Columns;
  } catch {
    return undefined;
  }
}

function toFigures(name: string, { statistics: figures, interpretation }: Statistics): string {
  const list = Object.entries(figures).map(([metric, value]) => `${metric} ${value}`);
  return `${name}: ${list.join(', ')}. ${interpretation}`;
}

function toConnection({ correlation, interpretation }: Correlation): string {
  return `correlation ${correlation}. ${interpretation}`;
}

/** Scripts for the agents of the swarm `data-analysis`, by name. */
export const dataAnalysisScripts = { analyst, processor, statistics, reporter };
