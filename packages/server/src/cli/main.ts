import { parseArguments } from './arguments/parse-arguments.ts';
import { toHelp, toSection } from './arguments/to-help.ts';
import { COMMANDS } from './commands.ts';
import { EXIT } from './exit-code.ts';
import { print, printError, type Terminal } from './terminal/terminal.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs one command line and gives its exit code. Whatever goes wrong is told in a sentence and a hint.
 *
 * @example process.exitCode = await main(['ping', 'localhost:8000'], terminal);
 */
export async function main(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(words, terminal);
  } catch (error) {
    // Most command lines never need it, and it knows every kind of error there is.
    const { reportFailure } = await import('./report-failure.ts');
    return await reportFailure(error, { words, write: (line) => printError(terminal, line), terminal });
  }
}

async function dispatch([first, ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  const { program } = terminal;
  if (first === undefined || first === '--help' || first === '-h' || (first === 'help' && rest.length === 0)) {
    print(terminal, toOverview(program));
    return EXIT.complete;
  }
  if (first === 'help') return dispatch([...rest, '--help'], terminal);
  const name = first === '--version' || first === '-V' ? 'version' : first;
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) {
    throw new UsageError(`There is no command '${name}'.`, {
      unknown: { word: name, known: Object.keys(COMMANDS) },
      hint: `${program} --help lists them.`,
    });
  }
  const { spec, run } = entry;
  const { values, words, help } = parseArguments(spec, rest);
  if (help) {
    print(terminal, toHelp(spec, program));
    return EXIT.complete;
  }
  return run({ values, words, terminal });
}

/** What the program shows when it is called without a command. */
function toOverview(program: string): string {
  return [
    `Usage: ${program} COMMAND [options]`,
    'A post office for AI agents: serves swarms that speak MAIL, and talks to them.',
    toSection(
      'Commands',
      Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary]),
    ),
    `${program} COMMAND --help shows more about each.`,
    ['Examples:', `  ${program} init && ${program} server`, `  ${program} run 'Roll two dice.'`].join('\n'),
  ].join('\n\n');
}
