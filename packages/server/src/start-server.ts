import { defined } from '@posthouse/protocol';
import { openStore } from '@posthouse/store';
import { createApp } from './create-app.ts';
import { authOfEnvironment } from './auth/auth-of-environment.ts';
import { chooseAuth, type ChosenAuth } from './auth/choose-auth.ts';
import {
  DEVELOPMENT_FOLDER,
  removeDevelopmentFile,
  writeDevelopmentFile,
} from './auth/development/development-file.ts';
import { toBanner } from './auth/development/to-banner.ts';
import { hasStudio } from './studio/studio-files.ts';
import { hasTokens } from './auth/tokens/token-records.ts';
import { DEFAULT_ORIGINS } from './edge/default-origins.ts';
import { flushTraces } from './edge/flush-traces.ts';
import { HTTPServer } from './edge/http-server.ts';
import { openBrowser } from './edge/open-browser.ts';
import { readTLSFiles } from './edge/read-tls-files.ts';
import { resolveHost } from './edge/resolve-host.ts';
import { DEFAULT_LIMITS } from './edge/server-limits.ts';
import { onShutdown } from './edge/shutdown-signals.ts';
import { toMiddleware } from './edge/to-middleware.ts';
import { findSigningKey, toKeyFile } from './federation/trust/find-signing-key.ts';
import { watchRetention } from './retention/watch-retention.ts';
import type { SigningKey } from './federation/trust/signing-key.ts';
import { ServedSwarms } from './served-swarms.ts';
import { createLogger } from './logging/create-logger.ts';
import { knownSecrets } from './logging/known-secrets.ts';
import type { Logger } from './logging/logger.ts';
import { tellCause } from './logging/tell-cause.ts';
import { ServerMetrics } from './metrics/server-metrics.ts';
import type { RunningServer, StartOptions } from './start-options.ts';
import { type Servable, toServed, withFallbacks } from './to-served.ts';
import { packageVersion } from './versions.ts';

const DEFAULT_PORT = 8000;
const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_DATABASE = 'sqlite:posthouse.db';
const DEFAULT_DRAIN_MS = 10_000;
/** For the last bytes to leave, once nothing is worked on any more. */
const FAREWELL_MS = 3_000;
const OWN_MACHINE = ['127.0.0.0/8', '::1/128'];

/**
 * Serves swarms over HTTP. Without options, it is in development: for this machine only, kept in `posthouse.db`,
 * with tokens that are printed and stay the same from start to start.
 *
 * @example
 * await using server = await startServer(team, { port: 8000 });
 * console.log(server.url, server.tokens?.user);
 */
export async function startServer(
  swarms: Servable | readonly Servable[],
  options: StartOptions = {},
): Promise<RunningServer> {
  const definitions = toServed(swarms, options);
  const databaseURL = options.databaseURL ?? (process.env.DATABASE_URL || DEFAULT_DATABASE);
  const logger = tellCause(options.logger ?? createLogger({ secrets: knownSecrets(process.env, [databaseURL]) }));
  const tls = options.tls && (await readTLSFiles(options.tls));

  await using made = new AsyncDisposableStack();
  const store = options.store ?? made.use(await openStore(databaseURL));
  const shared = options.store === undefined && /^postgres(?:ql)?:/i.test(databaseURL);
  // A server that was told to be quiet leaves no traces.
  const developmentFolder = logger.level === 'silent' ? undefined : (options.developmentFolder ?? DEVELOPMENT_FOLDER);
  const auth = await chooseAuth({
    auth: options.auth ?? authOfEnvironment(process.env),
    store,
    shared,
    developmentFolder,
    logger,
  });
  const { host, notice } = resolveHost({
    host: options.host ?? DEFAULT_HOST,
    typed: options.host !== undefined && options.hostIsDeliberate !== false,
    development: auth.mode === 'development',
  });
  if (notice !== undefined) logger.warn(notice);

  const { defaultSwarm, library, debug } = options;
  const outbound =
    options.outbound ?? (auth.mode === 'development' ? { allowPrivateNetworks: OWN_MACHINE } : undefined);
  const key = await findKey(options, { databaseURL, shared, logger });
  const agent = process.env.AGENT || options.chat?.agent;
  const metrics = made.use(new ServerMetrics({ version: packageVersion() }));
  const outdated = Promise.withResolvers<Error>();
  const served = made.use(
    await ServedSwarms.open({
      onOutdated: outdated.resolve,
      store: metrics.observe(store),
      observer: metrics.calls,
      agentObserver: metrics.agents,
      swarms: definitions,
      logger,
      adapt: (definition) => withFallbacks(definition, options),
      federation: { ...options.federation, key, development: auth.mode === 'development' },
      chat: { ...options.chat, ...(agent === undefined ? {} : { agent }) },
      ...defined({
        defaultSwarm,
        library,
        modelCalls: options.modelCalls,
        outbound,
        traceContent: options.traceContent,
      }),
    }),
  );
  metrics.watch(served.engine.queue);
  metrics.watchBudgets({ engine: served.engine, definitions: () => served.definitions() });
  made.use(watchRetention(served, { retention: options.retention ?? {}, logger }));
  let leaving = false;
  const limits = { ...DEFAULT_LIMITS, ...defined(options.limits ?? {}) };
  const app = createApp({
    served,
    authenticator: auth.authenticator,
    logger,
    metrics,
    before: toMiddleware({
      logger,
      limits,
      origins: options.cors?.origins ?? DEFAULT_ORIGINS,
      development: auth.mode === 'development',
      isLeaving: () => leaving,
    }),
    ...defined({
      debug,
      extend: options.extend,
      questions: options.questions,
      stepProposer: options.stepProposer,
      publicURL: options.publicURL,
      pingMs: options.pingMs,
      streamBytes: options.streamBytes,
      stallMs: options.stallMs,
    }),
  });
  const port = options.port ?? DEFAULT_PORT;
  const http = made.use(await HTTPServer.listen({ fetch: app.fetch, host, port, limits, tls }));
  await served.federation.announce(options.publicURL ?? http.url);
  const takeBack = await announce({ http, auth, served, logger, options, developmentFolder });
  if (takeBack !== undefined) made.defer(takeBack);

  const everything = made.move();
  let stopped: Promise<void> | undefined;
  const stop = async (drainMs: number): Promise<void> => {
    leaving = true;
    logger.info('stopping', { drainMs });
    await leave({ http, served, drainMs });
    await everything.disposeAsync();
    await flushTraces();
    logger.info('stopped');
  };
  const { drainMs = DEFAULT_DRAIN_MS, signal, publicURL = http.url } = options;
  const running: RunningServer = {
    url: http.url,
    publicURL,
    port: http.port,
    served,
    app,
    tokens: auth.tokens,
    stop: (given = {}) => (stopped ??= stop(given.drainMs ?? drainMs)),
    [Symbol.asyncDispose]: () => running.stop(),
  };
  if (options.handleSignals !== false) everything.defer(onShutdown(() => running.stop()));
  void outdated.promise.then(({ message }) => {
    logger.error(`leaving: ${message}`);
    if (options.handleSignals !== false) process.exitCode = 1;
    return running.stop();
  });
  const abort = (): void => void running.stop();
  signal?.addEventListener('abort', abort, { once: true });
  everything.defer(() => signal?.removeEventListener('abort', abort));
  if (signal?.aborted === true) abort();
  return running;
}

/** The key that this server signs with. Several machines need to be told the same one; whoever forgets it is warned. */
async function findKey(
  { federation = {}, store }: StartOptions,
  { databaseURL, shared, logger }: { databaseURL: string; shared: boolean; logger: Logger },
): Promise<SigningKey> {
  const { signingKey = process.env.MAIL_SIGNING_KEY, signingKeyFile } = federation;
  const file = signingKeyFile ?? (store === undefined ? toKeyFile(databaseURL) : undefined);
  if (shared && file === undefined && (signingKey ?? '') === '') {
    logger.warn('set MAIL_SIGNING_KEY: without it peers know this server only until it stops');
  }
  return findSigningKey({
    ...defined({ signingKey, signingKeyFile: file }),
  });
}

type Announcement = {
  http: HTTPServer;
  auth: ChosenAuth;
  served: ServedSwarms;
  logger: Logger;
  options: StartOptions;
  developmentFolder: string | undefined;
};

/** Tells whoever started the server how to reach it. Gives what undoes it, if there is something. */
async function announce({
  http,
  auth,
  served,
  logger,
  options,
  developmentFolder,
}: Announcement): Promise<(() => Promise<void>) | undefined> {
  const { url } = http;
  logger.info('listening', { url, auth: auth.mode, swarms: served.swarmNames() });
  if (options.openBrowser === true) openBrowser(url);
  const { tokens } = auth;
  if (auth.mode === 'tokens' && !(await hasTokens(served.store.records))) {
    logger.warn('nobody has a token yet: posthouse token create --role admin --id me');
  }
  if (tokens === undefined || developmentFolder === undefined) return undefined;
  const print = options.announce ?? ((text: string) => void process.stdout.write(`${text}\n`));
  const note = { url, tokens, pid: process.pid };
  await writeDevelopmentFile(developmentFolder, note);
  print(toBanner({ url, tokens, swarm: served.defaultSwarm, studio: await hasStudio() }));
  return () => removeDevelopmentFile(developmentFolder, note);
}

/**
 * Lets those who wait have their answers, in half of the time; then stops the work, which ends the streams, so that their
 * readers go on elsewhere; and sees that what was said last gets through.
 */
async function leave({
  http,
  served,
  drainMs,
}: {
  http: HTTPServer;
  served: ServedSwarms;
  drainMs: number;
}): Promise<void> {
  const end = Date.now() + drainMs;
  http.stopAccepting();
  served.federation.line.open();
  await http.answered(drainMs / 2);
  await served.drain(Math.max(0, end - Date.now()));
  await http.finished(FAREWELL_MS);
}
