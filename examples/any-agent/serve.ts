/**
 * Serves one page on which any agent answers, in development: for this machine only, with a token that it prints.
 *
 *   node examples/any-agent/serve.ts [folder] [--agent pi] [--offline] [--port 8000] [--database sqlite:posthouse.db]
 *                                    [--page examples/chat-page/dist/ai-sdk-7]
 *
 * The agents work in the folder, a fresh one unless given. With `--offline` they all speak to a scripted model on this
 * machine, and need neither a network nor a key. `npm run any-agent` builds the page first.
 */
import { serveAgents } from './serve-agents.ts';

await serveAgents(process.argv.slice(2));
