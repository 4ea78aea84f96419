import { resolve } from 'node:path';
import { DEVELOPMENT_FOLDER } from '../../auth/development/development-file.ts';
import type { Config } from '../../config/config.ts';
import { loadConfig } from '../../config/load-config.ts';
import { toConfigReport } from '../../config/to-config-report.ts';
import { toStartOptions } from '../../config/to-start-options.ts';
import { knownSecrets } from '../../logging/known-secrets.ts';
import { openLog } from '../../logging/open-log.ts';
import { EXIT } from '../exit-code.ts';
import { fetchTextFrom } from '../swarm-source/fetch-text-from.ts';
import { loadLibrary } from '../swarm-source/load-library.ts';
import { openPython } from '../swarm-source/open-python.ts';
import { fillEnvironment, readSource, toSwarmEnvironment } from '../swarm-source/swarm-environment.ts';
import { loadSource } from '../swarm-source/load-source.ts';
import { Palette } from '../terminal/palette.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { wantsColour } from '../terminal/wants-colour.ts';
import { printModelStreams } from './print-model-streams.ts';

/** What was typed, by the long names of the options. */
export type ServeFlags = Readonly<Record<string, unknown>>;

/** Starts the server that the configuration describes. It runs until the process is told to end. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<number> {
  const { 'print-config': printConfig, ...given } = flags;
  const { environment, folder } = terminal;
  const config = loadConfig({ flags: given, environment, folder });
  if (printConfig === true) {
    terminal.output.write(toConfigReport(config));
    return EXIT.complete;
  }
  if (config.values.reload) {
    const { serveAgain } = await import('./serve-again.ts');
    return serveAgain(config, terminal);
  }
  return serveOnce(config, terminal);
}

async function serveOnce(config: Config, terminal: Terminal): Promise<number> {
  const { values, warnings } = config;
  const { environment, folder } = terminal;
  const { logger } = openLog({
    level: values.logLevel,
    format: values.logFormat,
    colour: wantsColour(terminal.errors, environment),
    secrets: knownSecrets(environment, [values.databaseURL]),
    folder: values.logFolder && resolve(folder, values.logFolder),
  });
  for (const warning of warnings) logger.warn(warning);
  // Closed with the server, and before it has started if something is wrong.
  await using unused = new AsyncDisposableStack();
  const python = unused.use(openPython(values, { folder, logger }));
  fillEnvironment(toSwarmEnvironment(values, readSource(resolve(folder, values.swarmSource))));
  // Python starts while Node reads the modules of the server.
  const { startServer } = await import('../../start-server.ts');
  const library = await loadLibrary(values.swarmLibrary, folder);
  const swarms = await loadSource(values.swarmSource, {
    folder,
    library,
    python,
    onUnavailable: (swarm, reason) => logger.warn(`a swarm is left out: ${reason}`, { swarm }),
    fetchText: fetchTextFrom(values.swarmFetchFrom),
    onWarning: ({ path, message }) => logger.warn('problem in the swarm source', { path, message }),
  });
  const options = toStartOptions(config);
  unused.move();
  const { registryFile, signingKeyFile } = options.federation ?? {};
  const server = await startServer(swarms, {
    ...options,
    federation: {
      ...options.federation,
      registryFile: registryFile && resolve(folder, registryFile),
      signingKeyFile: signingKeyFile && resolve(folder, signingKeyFile),
    },
    library,
    python,
    logger,
    announce: (text) => print(terminal, text),
    developmentFolder: resolve(folder, DEVELOPMENT_FOLDER),
  });
  // With a port that the system chooses, and of a module, these are known only now.
  fillEnvironment({ SWARM_NAME: server.served.defaultSwarm, BASE_URL: values.publicURL ?? server.url });
  if (values.printLLMStreams) {
    const palette = new Palette(wantsColour(terminal.output, environment));
    printModelStreams(server.served, palette, (text) => terminal.output.write(text));
  }
  return EXIT.complete;
}
