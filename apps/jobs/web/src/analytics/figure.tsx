import { Card, Foldable } from '@posthouse/components';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';

export type Column<Row> = { title: string; cell: (row: Row) => ReactNode };

type FigureProps<Row> = {
  title: string;
  text?: string;
  /** What is shown instead of chart and table, where there is nothing to count. */
  empty?: string | undefined;
  /** How high the chart is. It has its room before it is there. */
  height: string;
  chart: ReactNode;
  /** The first one names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What else is to be said about it. */
  children?: ReactNode;
};

/** Numbers as a chart, for those who look, and the same numbers as a table, for everybody. */
export function Figure<Row>({ title, text, empty, height, chart, columns, rows, keyOf, children }: FigureProps<Row>) {
  const words = useWords().analytics;
  return (
    <Card aria-label={title} className="flex min-w-0 flex-col gap-2 p-3">
      <h2 className="font-semibold">{title}</h2>
      {text !== undefined && <p className="text-sm text-soft">{text}</p>}
      {empty === undefined ? (
        <>
          {/* The table says the same to those who cannot see the chart. */}
          <div aria-hidden className={height}>
            {chart}
          </div>
          <Foldable title={words.table} startsOpen={rows.length <= 6}>
            <NumberTable {...{ title, columns, rows, keyOf }} />
          </Foldable>
          {children}
        </>
      ) : (
        <p className="py-6 text-center text-sm text-soft">{empty}</p>
      )}
    </Card>
  );
}

function NumberTable<Row>({
  title,
  columns: [first, ...rest],
  rows,
  keyOf,
}: Pick<FigureProps<Row>, 'title' | 'columns' | 'rows' | 'keyOf'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached with the keyboard
    <div tabIndex={0} className="max-h-80 overflow-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="text-soft">
          <tr>
            <th scope="col" className="px-2 py-1 text-left font-medium">
              {first.title}
            </th>
            {rest.map((column) => (
              <th key={column.title} scope="col" className="px-2 py-1 text-right font-medium">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-t border-line">
              <th scope="row" className="px-2 py-1.5 text-left font-medium">
                {first.cell(row)}
              </th>
              {rest.map((column) => (
                <td key={column.title} className="px-2 text-right tabular-nums">
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
