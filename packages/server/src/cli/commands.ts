import type { Command } from './command.ts';
import * as database from './commands/database-commands.ts';
import * as local from './commands/local-commands.ts';
import * as remote from './commands/remote-commands.ts';

/** Every command, in the order of the overview. What a command does is loaded when it runs. */
const ALL: readonly Command[] = [
  local.serverCommand,
  remote.clientCommand,
  remote.runCommand,
  remote.pingCommand,
  local.initCommand,
  local.validateCommand,
  local.doctorCommand,
  database.tokenCommand,
  remote.swarmsCommand,
  remote.budgetCommand,
  database.inviteCommand,
  database.dbInitCommand,
  database.exportCommand,
  database.importCommand,
  database.forgetCommand,
  database.pruneCommand,
  local.registerCommand,
  local.versionCommand,
];

export const COMMANDS: Readonly<Record<string, Command>> = Object.fromEntries(
  ALL.map((each) => [each.spec.name, each]),
);
