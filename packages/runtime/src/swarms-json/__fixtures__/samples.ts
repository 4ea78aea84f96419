import { PosthouseError } from '@posthouse/protocol';
import { action, type AnyAction } from '../../definitions/action.ts';
import type { SwarmProblem } from '../../definitions/swarm-problem.ts';
import type { LoadOptions, ReferenceLibrary } from '../load-options.ts';
import { parseSwarmsJSON } from '../parse-swarms-json.ts';
import { REFERENCE_NAMES } from '../reference-names.ts';

/** The folder that the samples' modules are in. */
export const root = import.meta.dirname;

/** A library with something under every name that the table knows. */
export function fullLibrary(): ReferenceLibrary {
  const actions: Record<string, AnyAction> = {};
  const prompts: Record<string, string> = {};
  for (const [python, target] of REFERENCE_NAMES) {
    const name = python.slice(python.indexOf(':') + 1);
    if (target.kind === 'prompt') prompts[target.name] = `The prompt ${target.name} of {swarm}.`;
    if (target.kind === 'action' && !Object.hasOwn(actions, target.name)) actions[target.name] = makeAction(name);
  }
  return { actions, prompts };
}

export function makeAction(name: string): AnyAction {
  return action({ name, description: `Does ${name}.`, parameters: { type: 'object' }, execute: () => `${name} done` });
}

/** One agent that is a swarm by itself, with whatever a test wants changed. */
export function soloJSON(agent: object = {}, swarm: object = {}): object {
  return {
    name: 'solo',
    version: '1.0.0',
    entrypoint: 'clerk',
    agents: [
      {
        name: 'clerk',
        comm_targets: [],
        enable_entrypoint: true,
        can_complete_tasks: true,
        agent_params: { llm: 'scripted/clerk' },
        ...agent,
      },
    ],
    ...swarm,
  };
}

/** What a load reports: its problems, or an empty list, and its warnings. */
export async function reportOf(
  source: unknown,
  options: LoadOptions = {},
): Promise<{ problems: SwarmProblem[]; warnings: SwarmProblem[] }> {
  const warnings: SwarmProblem[] = [];
  try {
    await parseSwarmsJSON(source, { root, onWarning: (warning) => warnings.push(warning), ...options });
    return { problems: [], warnings };
  } catch (error) {
    if (!PosthouseError.isInstance(error) || error.code !== 'invalid_swarm') throw error;
    return { problems: error.details as SwarmProblem[], warnings };
  }
}
