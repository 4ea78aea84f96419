import { findMissingPackages } from '@posthouse/runtime';
import type { Store } from '@posthouse/store';
import type { SigningKey } from '../federation/trust/signing-key.ts';
import type { ServerMetrics } from '../metrics/server-metrics.ts';
import { ServedSwarms } from '../served-swarms.ts';
import { withFallbacks } from '../to-served.ts';
import type { StartPlan } from './start-plan.ts';

const OWN_MACHINE = ['127.0.0.0/8', '::1/128'];

export type OpenServedOptions = {
  store: Store;
  development: boolean;
  /** Whether we made the tokens of callers, so that nobody else knows what they mean. */
  ownTokens: boolean;
  key: SigningKey;
  metrics: ServerMetrics;
  /** Called once when a newer program has changed the tables of the store. */
  onOutdated: (error: Error) => void;
};

/** Opens the swarms, and has everything counted that happens in them. */
export async function openServed(
  { options, definitions, logger }: StartPlan,
  { store, development, ownTokens, key, metrics, onOutdated }: OpenServedOptions,
): Promise<ServedSwarms> {
  const { defaultSwarm, library, python, loadsPython, modelCalls, traceContent, federation, chat } = options;
  const served = await ServedSwarms.open({
    store: metrics.observe(store),
    swarms: definitions,
    defaultSwarm,
    library,
    python,
    loadsPython,
    adapt: (definition) => withFallbacks(definition, options),
    outbound: options.outbound ?? (development ? { allowPrivateNetworks: OWN_MACHINE } : undefined),
    logger,
    federation: { ...federation, key, development },
    chat: { ...chat, agent: process.env.AGENT || chat?.agent },
    modelCalls,
    // Tokens of an identity service come first, as in the reference: proxies know them, and tell users apart by them.
    proxyWithCallerTokens: !ownTokens || !process.env.LITELLM_PROXY_API_KEY,
    observer: metrics.calls,
    agentObserver: metrics.agents,
    traceContent,
    onOutdated,
  });
  for (const sentence of findMissingPackages(served.definitions())) logger.warn(sentence);
  metrics.watch(served.engine.queue);
  metrics.watchBudgets({ engine: served.engine, definitions: () => served.definitions() });
  return served;
}
