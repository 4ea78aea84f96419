import type { Command } from './command.ts';

/** Every command: what it is for, and how to get at it. None is loaded before it is wanted. */
export const COMMANDS: Readonly<Record<string, { summary: string; load: () => Promise<Command> }>> = {
  server: {
    summary: 'serve swarms over HTTP',
    load: async () => (await import('./commands/server.ts')).serverCommand,
  },
  client: {
    summary: 'talk to a server interactively',
    load: async () => (await import('./commands/client.ts')).clientCommand,
  },
  run: {
    summary: 'give a swarm one task and watch it work',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  ping: {
    summary: 'check whether a server is running',
    load: async () => (await import('./commands/ping.ts')).pingCommand,
  },
  init: {
    summary: 'create a swarm to start from',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  validate: {
    summary: 'check a file with swarms, a message or an envelope',
    load: async () => (await import('./commands/validate.ts')).validateCommand,
  },
  token: {
    summary: 'create, list and revoke the tokens of callers',
    load: async () => (await import('./commands/token.ts')).tokenCommand,
  },
  swarms: {
    summary: 'list, register and approve swarms of other servers',
    load: async () => (await import('./commands/swarms.ts')).swarmsCommand,
  },
  budget: {
    summary: 'show what was spent; raise budgets, or end runs that wait for one',
    load: async () => (await import('./commands/budget.ts')).budgetCommand,
  },
  invite: {
    summary: 'create a link that invites another swarm or a user',
    load: async () => (await import('./commands/invite.ts')).inviteCommand,
  },
  'db-init': {
    summary: 'prepare the database',
    load: async () => (await import('./commands/db-init.ts')).dbInitCommand,
  },
  export: {
    summary: 'export a task, or all data of a user, to a file',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  import: {
    summary: 'import what was exported',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  forget: {
    summary: 'delete all data of a user',
    load: async () => (await import('./commands/forget.ts')).forgetCommand,
  },
  prune: {
    summary: 'delete tasks and sessions that are too old',
    load: async () => (await import('./commands/prune.ts')).pruneCommand,
  },
  register: {
    summary: 'open swarm:// links with this program',
    load: async () => (await import('./commands/register.ts')).registerCommand,
  },
  version: {
    summary: 'show the versions of the program and the protocol',
    load: async () => (await import('./commands/version.ts')).versionCommand,
  },
};
