import { toSection } from './arguments/to-help.ts';
import { COMMANDS } from './commands.ts';

/** What the program shows when it is called without a command. */
export function toOverview(program: string): string {
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
