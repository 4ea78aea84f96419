/**
 * Serves the example swarms over HTTP, in development: for this machine only, with tokens that it prints.
 *
 *   node examples/serve.ts [swarm] [--port 8000] [--model openai/gpt-5-mini] [--database sqlite:posthouse.db] [--fast]
 *                          [--page examples/chat-page/dist/ai-sdk-7]
 *
 * The swarm is the one for requests that name none, and the page a folder to serve beside it; `npm run chat` builds one. Ctrl-C stops the server; what was under way goes on at the next start.
 */
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Before anything else is loaded: what was compiled last time need not be compiled again, which halves the start.
enableCompileCache(join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'posthouse'));
const { serveExamples } = await import('./runner/serve-examples.ts');
await serveExamples();
