import { loadSwarmsFile, type SwarmDefinition } from '@posthouse/runtime';
import { type Script, scripted } from '@posthouse/runtime/scripted';
import { fileURLToPath } from 'node:url';
import { swarmScripts } from '../swarm-scripts.ts';
import { slowly } from '../playing/slowly.ts';

export type ExampleName = keyof typeof swarmScripts;

export type ExampleOptions = {
  /** A language model for every agent; without one, scripts play them and nothing leaves this machine. */
  model?: string;
  /** How long a scripted agent takes for a piece of text, so that a person can watch. */
  delayMs?: number;
};

/** A swarm of `examples/swarms.json`, ready to be put to work. */
export async function loadExample(
  name: ExampleName,
  { model, delayMs = 0 }: ExampleOptions = {},
): Promise<SwarmDefinition> {
  const file = fileURLToPath(new URL('../swarms.json', import.meta.url));
  const [definition] = await loadSwarmsFile(file, { names: [name] });
  const scripts: Readonly<Record<string, Script>> = swarmScripts[name];
  const agents = definition!.agents.map((agent) => ({
    ...agent,
    useProxy: false,
    model: model ?? scripted(slowly(scripts[agent.name]!, delayMs), { modelId: agent.name }),
  }));
  return { ...definition!, agents };
}

export function isExampleName(name: string): name is ExampleName {
  return Object.hasOwn(swarmScripts, name);
}
