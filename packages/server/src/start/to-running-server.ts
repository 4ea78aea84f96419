import { trace } from '@opentelemetry/api';
import type { Hono } from 'hono';
import type { ChosenAuth } from '../auth/choose-auth.ts';
import type { AppEnv } from '../edge/app-env.ts';
import type { HTTPServer } from '../edge/http-server.ts';
import { onShutdown } from '../edge/shutdown-signals.ts';
import type { ServedSwarms } from '../served-swarms.ts';
import type { RunningServer } from '../start-options.ts';
import type { StartPlan } from './start-plan.ts';

const DEFAULT_DRAIN_MS = 10_000;

/** For the last bytes to leave, once nothing is worked on any more. */
const FAREWELL_MS = 3_000;

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

/**
 * Lets those who wait have their answers, in half of the time; then stops the work, which ends the streams, so that their
 * readers go on elsewhere; and sees that what was said last gets through.
 */
async function drain(http: HTTPServer, served: ServedSwarms, drainMs: number): Promise<void> {
  const end = Date.now() + drainMs;
  http.stopAccepting();
  served.federation.line.open();
  await http.answered(drainMs / 2);
  await served.drain(Math.max(0, end - Date.now()));
  await http.finished(FAREWELL_MS);
}

type Flushable = { forceFlush?: () => Promise<void>; getDelegate?: () => Flushable };

/**
 * Sends out the spans that still wait, before the process ends. The API of OpenTelemetry has no word for it, but its SDKs do.
 * A collector that does not answer holds nobody up for longer than this.
 */
async function flushTraces(milliseconds = 2_000): Promise<void> {
  const provider = trace.getTracerProvider() as Flushable;
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const sdk = provider.getDelegate?.() ?? provider;
  await Promise.race([sdk.forceFlush?.().catch(() => undefined), late]);
  clearTimeout(timer);
}
