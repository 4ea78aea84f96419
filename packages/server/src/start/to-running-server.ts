import type { Hono } from 'hono';
import type { ChosenAuth } from '../auth/choose-auth.ts';
import type { AppEnv } from '../edge/app-env.ts';
import { flushTraces } from '../edge/flush-traces.ts';
import type { HTTPServer } from '../edge/http-server.ts';
import { onShutdown } from '../edge/shutdown-signals.ts';
import type { ServedSwarms } from '../served-swarms.ts';
import type { RunningServer } from '../start-options.ts';
import { drain } from './drain.ts';
import type { StartPlan } from './start-plan.ts';

const DEFAULT_DRAIN_MS = 10_000;

export type OpenParts = {
  /** Everything that is open; closed when the server stops. */
  parts: AsyncDisposableStack;
  http: HTTPServer;
  served: ServedSwarms;
  app: Hono<AppEnv>;
  auth: ChosenAuth;
  /** Aborted when the server begins to stop. */
  leaving: AbortController;
  /** Resolves when a newer program has changed the tables of the store. */
  outdated: Promise<Error>;
};

/** The server to whoever started it. It stops when it is told to, by whichever way, and once. */
export function toRunningServer({ options, logger }: StartPlan, open: OpenParts): RunningServer {
  const { parts, http, served, app, auth, leaving } = open;
  const { handleSignals = true, signal } = options;
  let stopped: Promise<void> | undefined;
  const stop = async (drainMs: number): Promise<void> => {
    leaving.abort();
    logger.info('stopping', { drainMs });
    await drain(http, served, drainMs);
    await parts.disposeAsync();
    await flushTraces();
    logger.info('stopped');
  };
  const running: RunningServer = {
    url: http.url,
    publicURL: options.publicURL ?? http.url,
    port: http.port,
    served,
    app,
    tokens: auth.tokens,
    stop: ({ drainMs = options.drainMs ?? DEFAULT_DRAIN_MS } = {}) => (stopped ??= stop(drainMs)),
    [Symbol.asyncDispose]: () => running.stop(),
  };
  if (handleSignals) parts.defer(onShutdown(() => running.stop()));
  void open.outdated.then(({ message }) => {
    logger.error(`leaving: ${message}`);
    if (handleSignals) process.exitCode = 1;
    return running.stop();
  });
  const abort = (): void => void running.stop();
  signal?.addEventListener('abort', abort, { once: true });
  parts.defer(() => signal?.removeEventListener('abort', abort));
  if (signal?.aborted === true) abort();
  return running;
}
