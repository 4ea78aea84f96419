import { createRequire } from 'node:module';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import { MODEL_PREFIXES, type ModelPrefix } from './providers/model-name.ts';
import { isProxied } from './resolve-model.ts';

/** The package that asks each kind of model; what is scripted needs none. */
export const MODEL_PACKAGES: Readonly<Record<ModelPrefix, string | undefined>> = {
  openai: '@ai-sdk/openai',
  anthropic: '@ai-sdk/anthropic',
  'openai-compatible': '@ai-sdk/openai-compatible',
  litellm_proxy: '@ai-sdk/openai-compatible',
  scripted: undefined,
};

/**
 * One sentence for each package that models of these swarms need and that is not installed.
 *
 * @example for (const sentence of findMissingPackages(swarms)) logger.warn(sentence);
 */
export function findMissingPackages(
  swarms: readonly SwarmDefinition[],
  isInstalled: (packageName: string) => boolean = isHere,
): string[] {
  const askers = new Map<string, Set<string>>();
  for (const { name: swarm, agents } of swarms) {
    for (const { name, model, useProxy } of agents) {
      if (typeof model !== 'string') continue;
      const packageName = MODEL_PACKAGES[isProxied(model, { useProxy }) ? 'litellm_proxy' : prefixOf(model)];
      if (packageName === undefined) continue;
      askers.set(packageName, (askers.get(packageName) ?? new Set()).add(`${name}@${swarm}`));
    }
  }
  return [...askers]
    .filter(([packageName]) => !isInstalled(packageName))
    .map(
      ([packageName, names]) =>
        `the package ${packageName} is not installed, and the models of ${[...names].join(', ')} need it: npm install ${packageName}`,
    );
}

/** An unknown model is reported where it is named. */
function prefixOf(model: string): ModelPrefix {
  return MODEL_PREFIXES.find((each) => model.startsWith(`${each}/`)) ?? 'scripted';
}

function isHere(packageName: string): boolean {
  try {
    createRequire(import.meta.url).resolve(packageName);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND';
  }
}
