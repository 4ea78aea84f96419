import { parseArgs } from 'node:util';
import { createLogger } from '../logging/create-logger.ts';
import { knownSecrets } from '../logging/known-secrets.ts';
import { startServer } from '../start-server.ts';
import { clerks } from './clerks.ts';

/** A server in a process of its own. When it is up, it says so with one line of JSON on standard output. */
const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    drain: { type: 'string' },
    folder: { type: 'string' },
    port: { type: 'string' },
  },
});
const databaseURL = values.database ?? 'sqlite::memory:';
const { url, tokens, port } = await startServer(clerks(), {
  port: Number(values.port ?? 0),
  databaseURL,
  drainMs: Number(values.drain ?? 1_000),
  developmentFolder: values.folder ?? '.posthouse',
  logger: createLogger({ level: 'debug', format: 'json', secrets: knownSecrets(process.env, [databaseURL]) }),
  announce: () => undefined,
});
process.stdout.write(`${JSON.stringify({ url, tokens, port, readyMs: Math.round(performance.now()) })}\n`);
