import { trace } from '@opentelemetry/api';

type Flushable = { forceFlush?: () => Promise<void>; getDelegate?: () => Flushable };

/**
 * Sends out the spans that still wait, before the process ends. The API of OpenTelemetry has no word for it, but its SDKs do.
 * A collector that does not answer holds nobody up for longer than this.
 */
export async function flushTraces(milliseconds = 2_000): Promise<void> {
  const provider = trace.getTracerProvider() as Flushable;
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const sdk = provider.getDelegate?.() ?? provider;
  await Promise.race([sdk.forceFlush?.().catch(() => undefined), late]);
  clearTimeout(timer);
}
