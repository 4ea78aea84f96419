import { initDatabase, type InitStep } from '@posthouse/store';
import { redactText } from '../../logging/redact-text.ts';
import { EXIT } from '../exit-code.ts';
import { Palette } from '../terminal/palette.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import { wantsColour } from '../terminal/wants-colour.ts';
import { type DatabaseFlags, findDatabase } from './find-database.ts';

/** Makes the configured database ready, and tells each step. */
export async function prepareDatabase(flags: DatabaseFlags & { json?: boolean }, terminal: Terminal): Promise<number> {
  const url = findDatabase(flags, terminal);
  const palette = new Palette(wantsColour(terminal.output, terminal.environment));
  let tables = 0;
  const tell = (step: InitStep): void => {
    if (step.type === 'table') tables += 1;
    print(terminal, flags.json === true ? JSON.stringify(step) : `${palette.paint('green', '✓')} ${toStepText(step)}`);
  };
  await initDatabase(url, { onProgress: tell });
  const place = toPrintable(redactText(url, []));
  print(
    terminal,
    flags.json === true
      ? JSON.stringify({ type: 'ready', tables, database: place })
      : `${tables} tables are ready in ${place}.`,
  );
  return EXIT.complete;
}

/** A step in the words of people. */
export function toStepText(step: InitStep): string {
  if (step.type === 'table') return `table ${toPrintable(step.name)}`;
  const { imported } = step;
  if (imported === 'earlier') return "what MAIL's reference had stored here was imported earlier";
  const { tasks, entries, histories, left, unreadable } = imported;
  const more = [
    ...(left === 0 ? [] : [`${left} tasks were left out, because their ids are taken or their owners unknown`]),
    ...(unreadable === 0 ? [] : [`${unreadable} messages could not be read`]),
  ];
  return [`imported ${tasks} tasks, ${entries} entries and ${histories} histories of MAIL's reference`, ...more].join(
    '; ',
  );
}
