import type { ReplCommand } from '../repl-command.ts';
import { messageCommands } from './message-commands.ts';
import { serverCommands } from './server-commands.ts';
import { swarmCommands } from './swarm-commands.ts';
import { taskCommands } from './task-commands.ts';

/** Every command of the prompt, as its help lists them. */
export const REPL_COMMANDS: readonly ReplCommand[] = [
  ...messageCommands,
  ...taskCommands,
  ...serverCommands,
  ...swarmCommands,
];
