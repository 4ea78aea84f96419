#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Before anything else is loaded: what was compiled last time need not be compiled again, which halves the start. Kept
// in a folder of the user's own, because whoever can write there decides what we run.
enableCompileCache(join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'posthouse'));

// Whoever pipes us into `head` has read enough; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const [{ main }, { processTerminal }] = await Promise.all([
  import('../cli/main.ts'),
  import('../cli/terminal/process-terminal.ts'),
]);
process.exitCode = await main(process.argv.slice(2), processTerminal());
