import { openStore } from '@posthouse/store';
import { authOfEnvironment } from './auth/auth-of-environment.ts';
import { chooseAuth } from './auth/choose-auth.ts';
import type { Unread } from './edge/answer-client-error.ts';
import { HTTPServer } from './edge/http-server.ts';
import { readTLSFiles } from './edge/read-tls-files.ts';
import { chooseHost } from './edge/choose-host.ts';
import { ServerMetrics } from './metrics/server-metrics.ts';
import { watchRetention } from './retention/watch-retention.ts';
import type { RunningServer, StartOptions } from './start-options.ts';
import { announce } from './start/announce.ts';
import { createServerApp } from './start/create-server-app.ts';
import { findServerKey } from './start/find-server-key.ts';
import { openServed } from './start/open-served.ts';
import { toStartPlan } from './start/start-plan.ts';
import { toRunningServer } from './start/to-running-server.ts';
import type { Servable } from './to-served.ts';
import { packageVersion } from './versions.ts';

const DEFAULT_PORT = 8000;

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
  const plan = toStartPlan(swarms, options);
  const { databaseURL, shared, limits, logger, developmentFolder } = plan;
  const { port = DEFAULT_PORT, publicURL, retention = {} } = options;
  const tls = options.tls && (await readTLSFiles(options.tls));
  const leaving = new AbortController();
  const outdated = Promise.withResolvers<Error>();

  // Opened in this order and closed in reverse: by whoever stops the server, or here, as soon as one of them fails to open.
  await using parts = new AsyncDisposableStack();
  // Opened first and so closed last: until then, actions may be under way.
  if (options.python !== undefined) parts.use(options.python);
  const store = options.store ?? parts.use(await openStore(databaseURL));
  const wanted = options.auth ?? authOfEnvironment(process.env);
  const auth = await chooseAuth({ auth: wanted, store, shared, developmentFolder, logger });
  const { authenticator } = auth;
  const development = auth.mode === 'development';
  const ownTokens = development || auth.mode === 'tokens';
  const { host, notice } = chooseHost({ host: options.host, typed: options.hostIsDeliberate, development });
  if (notice !== undefined) logger.warn(notice);
  const key = await findServerKey(plan);
  const metrics = parts.use(new ServerMetrics({ version: packageVersion() }));
  const facts = { store, development, ownTokens, key, metrics, onOutdated: outdated.resolve };
  const served = parts.use(await openServed(plan, facts));
  parts.use(watchRetention(served, { retention, logger }));
  const isLeaving = (): boolean => leaving.signal.aborted;
  const localToken = auth.tokens?.user;
  const app = createServerApp(plan, { served, authenticator, development, localToken, metrics, isLeaving });
  const onUnread = (unread: Unread): void => logger.info('a request could not be read', unread);
  const http = parts.use(await HTTPServer.listen({ fetch: app.fetch, host, port, limits, tls, onUnread }));
  await served.federation.announce(publicURL ?? http.url);
  parts.use(await announce(plan, { url: http.url, auth, served }));

  const open = { http, served, app, auth, leaving, outdated: outdated.promise };
  return toRunningServer(plan, { ...open, parts: parts.move() });
}
