/**
 * Two swarms on two servers, which answer a question together that neither of them could answer alone.
 *
 *   node examples/federation/serve.ts lighthouse [--port 8002] [--model openai/gpt-5-mini] [--fast]
 *   node examples/federation/serve.ts harbour [question] [--port 8001] [--model openai/gpt-5-mini] [--fast]
 *
 * Each in a terminal of its own, in whichever order; `npm run start:lighthouse` and `npm run start:harbour` do the same.
 * As soon as they know each other, the harbour is asked the question. Ctrl-C stops a server; one that is started again
 * gets to know the other one again.
 */
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Before anything else is loaded: what was compiled last time need not be compiled again, which halves the start.
enableCompileCache(join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'posthouse'));
const { serveTown } = await import('./serve-town.ts');
await serveTown();
