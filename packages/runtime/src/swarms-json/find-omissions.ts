import type { AnyAction } from '../definitions/action.ts';
import type { Agent } from '../definitions/agent.ts';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import type { SwarmProblem } from '../definitions/swarm-problem.ts';

/** What of a swarm is code and so cannot stand in a file. `references` are the actions that a file can name. */
export function findOmissions(definition: SwarmDefinition, references: ReadonlyMap<AnyAction, string>): SwarmProblem[] {
  return [
    ...definition.agents.flatMap(findAgentOmissions),
    ...findActionOmissions(definition)
      .filter(({ action }) => !references.has(action))
      .map(toOmission),
  ];
}

function findAgentOmissions(agent: Agent, index: number): SwarmProblem[] {
  const path = `agents.${index}`;
  const omissions: SwarmProblem[] = [];
  if (agent.model !== undefined && typeof agent.model !== 'string') {
    const message = `the model of '${agent.name}' is an object; only models given by name can be written`;
    omissions.push({ path: `${path}.model`, message });
  }
  if (agent.run !== undefined) {
    const message = `'${agent.name}' runs a function; name its factory with module::./file.ts:export in the file`;
    omissions.push({ path: `${path}.run`, message });
  }
  if (agent.providerTools !== undefined && Object.keys(agent.providerTools).length > 0) {
    omissions.push({ path: `${path}.providerTools`, message: `the provider's tools of '${agent.name}' are objects` });
  }
  if (/^(python|library|module|url)::/.test(agent.system)) {
    const message = `the prompt of '${agent.name}' begins like a reference and would be read as one`;
    omissions.push({ path: `${path}.system`, message });
  }
  return omissions;
}

type Place = { path: string; action: AnyAction };

/** Each action once, at the first place that has it. */
function findActionOmissions({ actions, agents }: SwarmDefinition): Place[] {
  const places = [
    ...agents.flatMap((agent, agentIndex) =>
      agent.actions.map((action, index) => ({ path: `agents.${agentIndex}.actions.${index}`, action })),
    ),
    ...actions.map((action, index) => ({ path: `actions.${index}`, action })),
  ];
  return places.filter(({ action }, index) => places.findIndex((other) => other.action === action) === index);
}

function toOmission({ path, action }: Place): SwarmProblem {
  return { path, message: `the code of the action '${action.name}'; give it to the loader in \`actions\`` };
}
