import { defined, invalidConfiguration } from '@posthouse/protocol';
import type { Budgets, RunLimits, Swarm, SwarmDefinition } from '@posthouse/runtime';

/** A swarm in either of the forms that programs have it. */
export type Servable = Swarm | SwarmDefinition;

export type ServingOptions = {
  taskMessageLimit?: number;
  runs?: RunLimits;
  budgets?: Budgets;
  fallbacks?: { description?: string; keywords?: string[] };
};

/** The swarms as they are served. What a swarm says of itself always wins over what the server says for all of them. */
export function toServed(swarms: Servable | readonly Servable[], options: ServingOptions): SwarmDefinition[] {
  const list = (Array.isArray(swarms) ? swarms : [swarms]) as readonly Servable[];
  if (list.length === 0) {
    throw invalidConfiguration('there is no swarm to serve');
  }
  return list.map((one) => withFallbacks('definition' in one ? one.definition : one, options));
}

/** A swarm with what the server says for those that do not say it themselves. */
export function withFallbacks(
  definition: SwarmDefinition,
  { taskMessageLimit, runs, budgets, fallbacks }: ServingOptions,
): SwarmDefinition {
  const { description, keywords, limits } = definition;
  const budget = (scope: keyof Budgets) => ({ ...budgets?.[scope], ...defined(definition.budgets[scope] ?? {}) });
  return {
    ...definition,
    description: description === '' ? (fallbacks?.description ?? '') : description,
    keywords: keywords.length === 0 ? (fallbacks?.keywords ?? []) : keywords,
    limits: { messages: taskMessageLimit, ...defined(runs ?? {}), ...defined(limits) },
    ...(budgets === undefined
      ? {}
      : { budgets: { run: budget('run'), caller: budget('caller'), swarm: budget('swarm') } }),
  };
}
