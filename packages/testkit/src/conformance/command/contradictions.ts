import { CommandLineError } from '../../command/command-line.ts';

type Flags = Readonly<Record<string, unknown>>;

const OTHER_COMMANDS = ['list', 'print-swarm', 'print-actions', 'serve-llm'];

/** Flags that only change what other flags do: without one of these they would be ignored silently. */
const ONLY_WITH: Readonly<Record<string, readonly string[]>> = {
  language: ['print-swarm', 'print-actions'],
  port: ['serve-llm'],
  host: ['serve-llm'],
  'peer-host': ['allow-changes'],
};

/** What other commands than the check take. */
const TAKEN_BY: Readonly<Record<string, readonly string[]>> = { ...ONLY_WITH, 'peer-name': ['print-swarm'] };

/** Throws a `CommandLineError` with one sentence for flags that contradict each other, or that would have no effect. */
export function refuseContradictions(flags: Flags, servers: readonly string[]): void {
  const given = Object.keys(flags).filter((name) => flags[name] !== undefined && flags[name] !== false);
  const [command, second] = OTHER_COMMANDS.filter((name) => given.includes(name));
  if (second !== undefined) throw new CommandLineError(`Either --${command} or --${second}, not both.`);
  if (given.includes('json') && given.includes('markdown')) {
    throw new CommandLineError('Either --json or --markdown, not both.');
  }
  for (const [name, others] of Object.entries(ONLY_WITH)) {
    if (!given.includes(name) || others.some((other) => given.includes(other))) continue;
    throw new CommandLineError(`--${name} has no effect without ${others.map((other) => `--${other}`).join(' or ')}.`);
  }
  if (command !== undefined) {
    if (servers[0] !== undefined)
      throw new CommandLineError(`--${command} checks no server, so '${servers[0]}' has no effect.`);
    const stray = given.find((name) => name !== command && TAKEN_BY[name]?.includes(command) !== true);
    if (stray !== undefined) throw new CommandLineError(`--${stray} has no effect with --${command}.`);
    return;
  }
  refuseUselessPing(flags);
}

function refuseUselessPing({ only, 'ping-after': ping }: Flags): void {
  if (ping === undefined || !Array.isArray(only)) return;
  const chosen = only.flatMap((list: string) => list.toLowerCase().split(','));
  if (chosen.some((word) => word === 's' || word === 's07')) return;
  throw new CommandLineError('--ping-after is about the check S07, which --only leaves out.');
}

/** Throws a `CommandLineError` when one token is given for two callers: what only one of them may do would seem allowed to both. */
export function refuseSharedTokens({ user, admin, agent }: { user: string; admin?: string; agent?: string }): void {
  const pairs = [
    ['--token', user, '--admin-token', admin],
    ['--token', user, '--agent-token', agent],
    ['--admin-token', admin, '--agent-token', agent],
  ] as const;
  const same = pairs.find(([, one, , other]) => one !== undefined && one !== '' && one === other);
  if (same === undefined) return;
  throw new CommandLineError(`${same[0]} and ${same[2]} are the same token, and a token has one role.`);
}
