import { findConnection } from '../connection/find-connection.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Where a task is done: a server, or this very process. */
export type Place = AsyncDisposable & { url: string; token?: string; isLocal: boolean };

export type PlaceFlags = {
  url?: string;
  'api-key'?: string;
  'swarm-source'?: string;
  'swarm-name'?: string;
  library?: string;
  python?: string;
  'fetch-from'?: readonly string[];
};

/** Finds the server that is meant or, for a file with swarms, starts one for this one task, on loopback and in memory. */
export async function openPlace(flags: PlaceFlags, terminal: Terminal): Promise<Place> {
  const { url, 'api-key': apiKey, 'swarm-source': source } = flags;
  if (source === undefined) {
    const choice = { url, apiKey };
    return {
      ...(await findConnection(choice, terminal)),
      isLocal: false,
      [Symbol.asyncDispose]: async () => undefined,
    };
  }
  if (url !== undefined)
    throw new UsageError('A task runs on a server (--url) or in this process (--swarm-source), not both.');
  return openHere(source, flags, terminal);
}

async function openHere(
  source: string,
  { library, 'swarm-name': swarmName, python: interpreter, 'fetch-from': hosts }: PlaceFlags,
  { folder, environment, errors }: Terminal,
): Promise<Place> {
  const [{ startServer }, { fetchTextFrom }, { loadLibrary }, { loadSource }, { openPython }, { quiet }] =
    await Promise.all([
      import('../../start-server.ts'),
      import('../swarm-source/fetch-text-from.ts'),
      import('../swarm-source/load-library.ts'),
      import('../swarm-source/load-source.ts'),
      import('../swarm-source/open-python.ts'),
      import('../../logging/quiet.ts'),
    ]);
  await using unused = new AsyncDisposableStack();
  const values = { swarmSource: source, swarmName, python: interpreter ?? (environment.MAIL_PYTHON || undefined) };
  const onPrinted = (text: string): void => void errors.write(`${text}\n`);
  const python = unused.use(openPython(values, { folder, onPrinted }));
  const onUnavailable = (swarm: string, reason: string): void => {
    errors.write(`The swarm '${swarm}' is left out. ${reason}\n`);
  };
  const found = await loadLibrary(library, folder);
  const swarms = await loadSource(source, {
    folder,
    library: found,
    python,
    fetchText: fetchTextFrom(hosts),
    onUnavailable,
  });
  unused.move();
  const server = await startServer(swarms, {
    port: 0,
    host: '127.0.0.1',
    databaseURL: 'sqlite::memory:',
    auth: 'development',
    logger: quiet,
    handleSignals: false,
    drainMs: 0,
    defaultSwarm: swarmName,
    python,
  });
  return {
    url: server.url,
    token: server.tokens!.user,
    isLocal: true,
    [Symbol.asyncDispose]: () => server.stop({ drainMs: 0 }),
  };
}
