/**
 * The jobs assistant.
 *
 *   node apps/jobs/src/main.ts [--port 3033] [--data-dir folder] [--demo]
 *   node apps/jobs/src/main.ts token create [name] [--data-dir folder]
 */
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Before anything else is loaded: what was compiled last time need not be compiled again.
enableCompileCache(join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'posthouse'));
const { runCommand } = await import('./command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
