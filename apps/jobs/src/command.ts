import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createOwner, firstOwner } from './auth/owners.ts';
import { loadDemo } from './demo/load-demo.ts';
import { openServices, type RunningApp, serve } from './serve.ts';
import { readSettings, SettingsError } from './settings/read-settings.ts';

const USAGE = `Usage:
  npm run jobs -- [--port 3033] [--host 127.0.0.1] [--data-dir folder] [--demo]
  npm run jobs -- token create [name] [--data-dir folder] [--demo]

  --demo       load 40 demo postings and a resume, into a data folder of their own
  token create create another owner, who sees only their own data, and print their token`;

/** Does what a command line says; the result is the exit code. Serving ends with Ctrl-C. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'data-dir': { type: 'string' },
        demo: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help === true) {
      console.log(USAGE);
      return 0;
    }
    const settings = readSettings(values, env);
    const [noun, verb, name = 'another owner', ...more] = positionals;
    if (noun === undefined) return await keepServing(await serve(settings), values.demo === true);
    if (noun === 'token' && verb === 'create' && more.length === 0) return printToken(settings.dataDir, name);
    console.error(USAGE);
    return 2;
  } catch (error) {
    if (!isForPeople(error)) throw error;
    console.error(error.message);
    return 2;
  }
}

function printToken(dataDir: string, name: string): number {
  using services = openServices(dataDir);
  // The first owner is whoever pairs with the app; this is to be somebody else, even in a new folder.
  firstOwner(services.database, services.now());
  const { ownerId, token } = createOwner(services.database, name, services.now());
  console.log(`A token for ${name} (owner ${ownerId}). It is not shown again:\n${token}`);
  return 0;
}

async function keepServing(app: RunningApp, demo: boolean): Promise<number> {
  await using running = app;
  if (demo) {
    const { postings, isNew } = loadDemo({ ...running.services, ownerId: running.ownerId });
    console.log(isNew ? `Loaded ${postings} demo postings and a resume.` : 'The demo postings are already loaded.');
  }
  console.log(toGreeting(running));
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  return 0;
}

function toGreeting({ url, code, services }: RunningApp): string {
  return `The jobs assistant is at ${url}
Its data is in ${services.dataDir}

Open its page, which pairs with this browser:

  ${url}/#code=${code}

Pairing code: ${code} (for one device, within 10 minutes). For a terminal instead of a browser, get a token:

  curl -s ${url}/auth/pair -H 'content-type: application/json' -d '{"code":"${code}","name":"my terminal"}'

Then, with that token:

  curl -s '${url}/jobs?search=typescript' -H "Authorization: Bearer $TOKEN"

The whole API is described at ${url}/openapi.json
Ctrl-C stops it.`;
}

function isForPeople(error: unknown): error is Error {
  if (error instanceof SettingsError) return true;
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  return code.startsWith('ERR_PARSE_ARGS') || code === 'EADDRINUSE' || code === 'EACCES';
}
