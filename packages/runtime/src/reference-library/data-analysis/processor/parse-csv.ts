import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { CSVError, splitCSV } from './split-csv.ts';

export type ColumnType = 'integer' | 'numeric' | 'string';
export type Cell = string | number | null;

export type ParsedTable = {
  success: true;
  row_count: number;
  column_count: number;
  columns: string[];
  column_types: Record<string, ColumnType>;
  data: Record<string, Cell>[];
};

const MAX_COLUMNS = 200;
const MAX_ROWS = 10_000;
/** Rows that decide what a column holds. */
const SAMPLE_ROWS = 100;

/**
 * Reads a table with a header line. A column whose values are all numbers becomes numbers; an empty value becomes null.
 *
 * @example
 * parseTable('name,age\nAda,36').data; // [{ name: 'Ada', age: 36 }]
 */
export function parseTable(text: string): ParsedTable {
  const [header, ...rows] = splitCSV(text.replace(/^\uFEFF/, ''));
  if (header === undefined) throw new CSVError('there is no header line');
  if (header.length > MAX_COLUMNS) throw new CSVError(`there are more than ${MAX_COLUMNS} columns`);
  if (rows.length > MAX_ROWS) throw new CSVError(`there are more than ${MAX_ROWS} rows`);
  const wide = rows.findIndex((row) => row.length > header.length);
  if (wide !== -1) {
    throw new CSVError(`row ${wide + 1} has ${rows[wide]!.length} values, but there are ${header.length} columns`);
  }
  const columns = toColumnNames(header);
  const types = columns.map((_, index) => toColumnType(rows.slice(0, SAMPLE_ROWS).map((row) => row[index] ?? '')));
  return {
    success: true,
    row_count: rows.length,
    column_count: columns.length,
    columns,
    column_types: Object.fromEntries(columns.map((name, index) => [name, types[index]!])),
    data: rows.map((row) =>
      Object.fromEntries(columns.map((name, index) => [name, toCell(row[index] ?? '', types[index]!)])),
    ),
  };
}

/** Names that are there, that differ, and that are safe as keys. */
function toColumnNames(header: readonly string[]): string[] {
  const names: string[] = [];
  for (const [index, text] of header.entries()) {
    const base = text === '' || text === '__proto__' ? `column_${index + 1}` : text;
    let name = base;
    for (let copy = 2; names.includes(name); copy += 1) name = `${base}_${copy}`;
    names.push(name);
  }
  return names;
}

/** A leading zero makes a code of a number: postcodes and article numbers must keep theirs. */
const NUMBER = /^[-+]?(?:0|[1-9]\d*)?(?:\.\d+)?(?:[eE][-+]?\d{1,3})?$/;

function isNumber(text: string): boolean {
  return NUMBER.test(text) && /\d/.test(text) && Number.isFinite(Number(text));
}

function toColumnType(values: readonly string[]): ColumnType {
  const present = values.filter((value) => value !== '');
  if (present.length === 0 || !present.every(isNumber)) return 'string';
  return present.every((value) => Number.isSafeInteger(Number(value)) && !/[.eE]/.test(value)) ? 'integer' : 'numeric';
}

function toCell(text: string, type: ColumnType): Cell {
  if (text === '') return null;
  return type !== 'string' && isNumber(text) ? Number(text) : text;
}

/** `parse_csv`: reads a table. */
export const parseCsv = action({
  name: 'parse_csv',
  description: 'Read CSV text with a header line into rows and column types.',
  parameters: z.object({ data: z.string().min(1).max(1_000_000).describe('The CSV text.') }),
  idempotent: true,
  execute: ({ data }) => {
    try {
      return parseTable(data);
    } catch (error) {
      if (error instanceof CSVError) return `Error: ${error.message}`;
      throw error;
    }
  },
});
