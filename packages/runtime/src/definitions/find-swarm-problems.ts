import { findAgentProblems } from './find-agent-problems.ts';
import { findToolProblems } from './find-tool-problems.ts';
import type { SwarmDefinition } from './swarm-definition.ts';
import type { SwarmProblem } from './swarm-problem.ts';

/** Everything that is wrong with a swarm; an empty list means that it can run. */
export function findSwarmProblems(definition: SwarmDefinition): SwarmProblem[] {
  return [
    ...findNameProblems(definition),
    ...findAgentProblems(definition),
    ...findToolProblems(definition),
    ...findLimitProblems(definition),
    ...findBoundProblems(definition),
  ];
}

function findNameProblems({ name, version }: SwarmDefinition): SwarmProblem[] {
  const problems: SwarmProblem[] = [];
  if (typeof name !== 'string' || name.trim() === '') problems.push({ path: 'name', message: 'a swarm needs a name' });
  else if (name.includes('@') || name.trim() !== name) {
    problems.push({
      path: 'name',
      message: `'${name}' cannot be addressed: a name must not contain '@', or begin or end with a space`,
    });
  }
  if (typeof version !== 'string' || version.trim() === '') {
    problems.push({ path: 'version', message: "a swarm needs a version, such as '1.0.0'" });
  }
  return problems;
}

function findLimitProblems({ limits }: SwarmDefinition): SwarmProblem[] {
  return Object.entries(limits).flatMap(([name, limit]) =>
    limit === undefined || (typeof limit === 'number' && limit > 0)
      ? []
      : [{ path: `limits.${name}`, message: `a limit is a number above zero, not ${String(limit)}` }],
  );
}

/** A bound below one would keep everybody waiting for ever. */
function findBoundProblems({ modelCalls = {} }: SwarmDefinition): SwarmProblem[] {
  return Object.entries(modelCalls).flatMap(([name, bound]) =>
    bound === undefined || (Number.isInteger(bound) && bound > 0)
      ? []
      : [{ path: `modelCalls.${name}`, message: `a bound is a whole number above zero, not ${String(bound)}` }],
  );
}
