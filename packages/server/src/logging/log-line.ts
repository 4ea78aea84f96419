import { styleText } from 'node:util';
import type { LogFields, LogLevel } from './logger.ts';

/** One event of the log, ready to be shown: nothing in it is secret any more. */
export type LogLine = { time: Date; level: Exclude<LogLevel, 'silent'>; message: string; fields: LogFields };

const COLOURS = { debug: 'gray', info: 'cyan', warn: 'yellow', error: 'red' } as const;

/** A line for machines: one JSON object, its own names first and never taken by a field. */
export function toJSONLine({ time, level, message, fields }: LogLine): string {
  const head = { time: time.toISOString(), level, message };
  const rest = Object.entries(fields).map(([name, value]) => [name in head ? `${name}_` : name, value]);
  return JSON.stringify({ ...head, ...Object.fromEntries(rest) });
}

/** A line for people. Line breaks in fields are kept out, so that nothing can pretend to be another line. */
export function toPrettyLine({ time, level, message, fields }: LogLine, colour = false): string {
  const clock = time.toTimeString().slice(0, 8);
  const label = level.padEnd(5);
  const shown = colour ? styleText(COLOURS[level], label, { validateStream: false }) : label;
  const parts = Object.entries(fields).map(([name, value]) => `${plain(name)}=${plain(toText(value))}`);
  return [clock, shown, plain(message), ...parts].join(' ');
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value !== '' && !/[\s"=]/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value) ?? 'undefined';
}

/** Without control characters: what a terminal would obey rather than show. */
function plain(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
