import { inspect } from 'node:util';
import { redactText } from '../logging/redact-text.ts';
import { Palette } from './terminal/palette.ts';
import type { Terminal } from './terminal/terminal.ts';
import { toPrintable } from './terminal/to-printable.ts';
import { wantsColour } from './terminal/wants-colour.ts';
import { toFailure } from './to-failure.ts';
import { UsageError } from './usage-error.ts';

export type ReportOptions = { words: readonly string[]; terminal: Terminal; write: (line: string) => void };

/** Tells what went wrong in a sentence and a hint, and gives the exit code for it. Secrets are left out. */
export async function reportFailure(error: unknown, { words, terminal, write }: ReportOptions): Promise<number> {
  const { sentence, hint, exitCode } = toFailure(error, terminal.program);
  const palette = new Palette(wantsColour(terminal.errors, terminal.environment));
  const meant = error instanceof UsageError ? await suggest(error) : undefined;
  const hints = [meant, hint].filter((text) => text !== undefined);
  write(`${palette.paint('red', `${terminal.program}:`)} ${toPrintable(redactText(sentence, []))}`);
  if (hints.length > 0) write(palette.paint('dim', toPrintable(redactText(hints.join(' '), []))));
  if (isDebugging(words, terminal)) write(redactText(inspect(error), []));
  return exitCode;
}

/** The word that was probably meant. What finds it belongs to the runtime, which only a mistake makes worth loading. */
async function suggest({ unknown }: UsageError): Promise<string | undefined> {
  if (unknown === undefined) return undefined;
  const { closestName } = await import('@posthouse/runtime');
  const closest = closestName(unknown.word, unknown.known);
  return closest === undefined ? undefined : `Did you mean ${closest}?`;
}

function isDebugging(words: readonly string[], { environment }: Terminal): boolean {
  const index = words.lastIndexOf('--log-level');
  const given = index === -1 ? words.find((word) => word.startsWith('--log-level='))?.split('=')[1] : words[index + 1];
  return (given ?? environment.MAIL_LOG_LEVEL)?.toLowerCase() === 'debug';
}
