#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Before anything else is loaded: what was compiled last time need not be compiled again, which halves the start.
enableCompileCache();

// Whoever pipes us into `head` has read enough; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const [{ main }, { processTerminal }] = await Promise.all([
  import('../cli/main.ts'),
  import('../cli/terminal/process-terminal.ts'),
]);
process.exitCode = await main(process.argv.slice(2), processTerminal());
