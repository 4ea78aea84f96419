/**
 * Serves the village of Saltmarsh, where people step a game of Mafia by hand, in development: for this machine only, with a
 * token that it prints.
 *
 *   node examples/mafia/serve.ts [--players 8] [--seed 1] [--model openai/gpt-5-mini] [--port 8000] [--database sqlite::memory:]
 *
 * `npm run start:mafia` builds the studio first. Open the printed address and press Begin: the view fills in whose turn it is.
 */
import { serveMafia } from './by-hand/serve-mafia.ts';

await serveMafia(process.argv.slice(2));
