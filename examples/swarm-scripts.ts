import type { SwarmDefinition } from '@posthouse/runtime';
import type { Script } from '@posthouse/runtime/scripted';
import { analystScript, consultantScript } from './consulting/script.ts';
import { dataAnalysisScripts } from './data-analysis/script.ts';
import { mathScript } from './math/script.ts';
import { researchScripts } from './research/script.ts';
import { supervisorScript } from './supervisor/script.ts';
import { supportScripts } from './support/script.ts';
import { weatherScript } from './weather/script.ts';

const example = { supervisor: supervisorScript(['weather', 'math']), weather: weatherScript, math: mathScript };

/**
 * For every swarm of `swarms.json` the scripts that play its agents without a language model: swarm name, then agent
 * name.
 *
 * @example
 * const model = scripted(swarmScripts.example.math);
 */
export const swarmScripts = {
  example,
  'example-no-proxy': example,
  'swarm-alpha': { ...example, supervisor: supervisorScript(['weather', 'math', 'supervisor@swarm-beta']) },
  'swarm-beta': {
    supervisor: supervisorScript(['consultant', 'analyst', 'supervisor@swarm-alpha']),
    consultant: consultantScript,
    analyst: analystScript,
  },
  support: supportScripts,
  'data-analysis': dataAnalysisScripts,
  research: researchScripts,
} satisfies Record<string, Record<string, Script>>;

/**
 * One script for all agents of a swarm, for a model server that they share: it tells them apart by their system prompts.
 *
 * @example
 * await using llm = await startScriptedLLM({ script: toSharedScript(definition, swarmScripts.support) });
 */
export function toSharedScript(
  { name, agents }: Pick<SwarmDefinition, 'name' | 'agents'>,
  scripts: Readonly<Record<string, Script>>,
): Script {
  return (request) => {
    const agent = agents.find(({ system }) => request.system.startsWith(system.replaceAll('{swarm}', () => name)));
    const script = agent === undefined ? undefined : scripts[agent.name];
    if (typeof script !== 'function') throw new Error('No agent of the swarm has this system prompt.');
    return script(request);
  };
}
