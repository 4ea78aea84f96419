import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runCommand, type CommandResult } from './run-command.ts';

// TypeScript 7 has no JavaScript API, so its command is all there is to call.
const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');

/** Runs the repository's own TypeScript compiler. */
export function runTsc(argumentsList: readonly string[], { directory }: { directory: string }): Promise<CommandResult> {
  return runCommand(process.execPath, [tsc, '--pretty', 'false', ...argumentsList], { directory });
}
