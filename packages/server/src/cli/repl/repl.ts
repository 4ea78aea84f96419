import { parseArguments } from '../arguments/parse-arguments.ts';
import { toHelp, toSection } from '../arguments/to-help.ts';
import { EXIT } from '../exit-code.ts';
import { reportFailure } from '../report-failure.ts';
import { isInteractive, print, printError } from '../terminal/terminal.ts';
import { toFailure } from '../to-failure.ts';
import { UsageError } from '../usage-error.ts';
import { REPL_COMMANDS } from './commands/repl-commands.ts';
import { completeLine, type Known } from './complete-line.ts';
import { historyPath, readHistoryFile, remember, trimHistory } from './history-file.ts';
import { KnownNames } from './known-names.ts';
import { LineReader } from './line-reader.ts';
import { isMemorable, type ReplCommand } from './repl-command.ts';
import { ReplSession, type ReplSessionOptions } from './repl-session.ts';
import { splitWords } from './split-words.ts';
import { toPromptText } from './to-prompt-text.ts';

export type ReplOptions = Omit<ReplSessionOptions, 'ask' | 'signal'>;

/**
 * Reads commands and runs them one after the other, until there are no more. Gives 0 when none of them failed; a person
 * at a terminal has seen what failed and gets 0 anyway.
 */
export async function runRepl(options: ReplOptions): Promise<number> {
  const { terminal } = options;
  const path = historyPath(terminal);
  const history = isInteractive(terminal) ? await readHistoryFile(path) : [];
  // The reader and the session need each other: one tells what is typed, the other what to do about it.
  let session: ReplSession | undefined;
  let names: KnownNames | undefined;
  using reader = new LineReader({
    terminal,
    history,
    complete: async (line) => (names === undefined ? [[], line] : names.complete((known) => complete(line, known))),
    onInterrupt: () => session?.interrupt(),
  });
  // The end of piped input ends the commands; their output is still wanted.
  const signal = isInteractive(terminal) ? reader.ended : new AbortController().signal;
  session = new ReplSession({ ...options, ask: (prompt) => reader.next(prompt, { mayLeave: true }), signal });
  names = new KnownNames(session);
  await session.identify();
  if (isInteractive(terminal)) print(terminal, `Connected to ${options.url}. Type help for help, Ctrl-D to leave.`);
  let failures = 0;
  for (;;) {
    const line = await reader.next(toPromptText({ url: options.url, caller: session.caller }));
    if (line === undefined || isLeaving(line)) break;
    if (line.trim() === '') continue;
    try {
      const command = await runLine(line, session);
      if (isInteractive(terminal) && (command === undefined || isMemorable(command))) await remember(path, line);
    } catch (error) {
      failures += 1;
      await tellFailure(error, options);
    }
  }
  if (isInteractive(terminal)) await trimHistory(path);
  return failures === 0 || isInteractive(terminal) ? EXIT.complete : EXIT.error;
}

function isLeaving(line: string): boolean {
  return /^\s*(exit|quit)\s*$/.test(line);
}

function complete(line: string, known: Known): [string[], string] {
  const others = ['help', 'exit', 'quit'].map((name) => ({
    names: [name],
    spec: {
      name,
      about: '',
      arguments: [{ name: 'COMMAND', about: '', completes: 'command' as const }],
      options: {},
      examples: [],
    },
  }));
  return completeLine(line, [...REPL_COMMANDS, ...others], known);
}

/** Runs a line; gives the command that it was, if it was one. */
async function runLine(line: string, session: ReplSession): Promise<ReplCommand | undefined> {
  const { terminal } = session.options;
  const [name, ...given] = splitWords(line) as [string, ...string[]];
  if (name === 'help' || name === '?') {
    print(terminal, given[0] === undefined ? toReplHelp() : toHelp(findCommand(given[0]).spec, ''));
    return undefined;
  }
  const command = findCommand(name);
  const { values, words, help } = parseArguments(command.spec, given);
  if (help) print(terminal, toHelp(command.spec, ''));
  else await command.run({ values, words, session, verbose: values.verbose === true || session.options.verbose });
  return command;
}

function findCommand(name: string): ReplCommand {
  const found = REPL_COMMANDS.find(({ names }) => names.includes(name));
  if (found !== undefined) return found;
  throw new UsageError(`There is no command '${name}'.`, {
    unknown: { word: name, known: REPL_COMMANDS.flatMap(({ names }) => names.filter((each) => each.length > 2)) },
    hint: 'To say something to the swarm: message TEXT. For all commands: help',
  });
}

function toReplHelp(): string {
  const rows = REPL_COMMANDS.map(({ names, spec }): [string, string] => {
    const places = spec.arguments.map(({ name, optional }) => (optional === true ? `[${name}]` : name));
    const [first, ...aliases] = names;
    return [[first, ...places].join(' '), `${spec.about}${aliases.length === 0 ? '' : ` (${aliases.join(', ')})`}`];
  });
  const others: [string, string][] = [
    ['help [COMMAND]', 'Shows this, or more about one command. (?)'],
    ['exit', 'Leaves, as Ctrl-D does. (quit)'],
  ];
  return [
    toSection('Commands', [...rows, ...others]),
    'Ctrl-C cancels the task that is being watched; at the prompt it clears the line. Tab completes commands, agents and tasks.',
    'Example:\n  message "What can you do?"',
  ].join('\n\n');
}

async function tellFailure(error: unknown, { terminal, json }: Pick<ReplOptions, 'terminal' | 'json'>): Promise<void> {
  if (!json) {
    await reportFailure(error, { words: [], terminal, write: (text) => printError(terminal, text) });
    return;
  }
  const { sentence, hint } = toFailure(error, terminal.program);
  const code = (error as { code?: unknown }).code;
  print(
    terminal,
    JSON.stringify({
      error: sentence,
      hint,
      ...(typeof code === 'string' ? { code } : {}),
    }),
  );
}
