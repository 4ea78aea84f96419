import { defined } from '@posthouse/protocol';
import type { AnyAction } from '../definitions/action.ts';
import type { Agent } from '../definitions/agent.ts';
import { checkSwarm } from '../definitions/define-swarm.ts';
import type { RunLimits, SwarmCallBounds, SwarmDefinition, SwarmOptions } from '../definitions/swarm-definition.ts';
import type { Prices } from '../respond/prices.ts';
import { join } from './check-candidate.ts';
import type { LoadOptions } from './load-options.ts';
import type { LoadReport } from './load-report.ts';
import type { Resolve } from './resolve-reference.ts';
import type { SwarmJSON } from './swarms-schema.ts';
import { toActions } from './to-actions.ts';
import { toAgent } from './to-agent.ts';

/** One swarm of the file, with its references resolved; undefined when the report says why not. */
export async function toSwarm(
  candidate: SwarmJSON,
  path: string,
  options: LoadOptions,
  resolve: Resolve,
  report: LoadReport,
): Promise<SwarmDefinition | undefined> {
  const places = await toActions(candidate, path, resolve, report, options.trusted !== false);
  const actions = byName([...places.keys(), ...(options.actions ?? [])]);
  const agents: Agent[] = [];
  for (const [index, described] of candidate.agents.entries()) {
    agents.push(
      await toAgent(described, join(path, 'agents', index), {
        actions,
        swarm: candidate,
        resolve,
        report,
        python: options.python,
      }),
    );
  }
  const named = namedTools(candidate, agents).flatMap((name) => actions.get(name) ?? []);
  const { definition, problems } = checkSwarm(toSwarmOptions(candidate, agents, [...places.keys(), ...named]));
  report.problems.push(
    ...problems.map((problem) => ({ ...problem, path: toPlace(problem.path, path, definition, places) })),
  );
  return problems.length === 0 ? definition : undefined;
}

/** What the file itself defines comes first. */
function byName(actions: readonly AnyAction[]): ReadonlyMap<string, AnyAction> {
  return new Map(actions.toReversed().map((action) => [action.name, action]));
}

/** Actions from outside of the file take part in a swarm as soon as anything in it names them. */
function namedTools(candidate: SwarmJSON, agents: readonly Agent[]): string[] {
  const {
    breakpoint_tools: breakpoints = [],
    approval_tools: approvals = [],
    exclude_tools: excluded = [],
  } = candidate;
  return [...breakpoints, ...approvals, ...excluded, ...agents.flatMap((agent) => agent.excludeTools)];
}

/** Where in the file a problem of the definition is. */
function toPlace(
  problemPath: string,
  path: string,
  definition: SwarmDefinition,
  places: ReadonlyMap<AnyAction, string>,
): string {
  const index = /^actions\.(\d+)$/.exec(problemPath)?.[1];
  const action = index === undefined ? undefined : definition.actions[Number(index)];
  const place = action === undefined ? undefined : places.get(action);
  return (
    place ??
    join(
      path,
      problemPath.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
  );
}

/** A swarm of the file in our own terms. */
function toSwarmOptions(candidate: SwarmJSON, agents: Agent[], actions: AnyAction[]): SwarmOptions {
  return {
    name: candidate.name,
    version: candidate.version,
    agents,
    entrypoint: candidate.entrypoint,
    description: candidate.description,
    keywords: candidate.keywords,
    public: candidate.public,
    actions,
    enableInterswarm: candidate.enable_interswarm,
    breakpointTools: candidate.breakpoint_tools,
    approvalTools: candidate.approval_tools,
    excludeTools: candidate.exclude_tools,
    taskMessageLimit: candidate.task_message_limit,
    limits: candidate.limits === undefined ? undefined : toLimits(candidate.limits),
    modelCalls: candidate.model_calls === undefined ? undefined : toModelCalls(candidate.model_calls),
    budgets: candidate.budgets,
    prices: candidate.prices === undefined ? undefined : toPrices(candidate.prices),
  };
}

function toLimits(limits: NonNullable<SwarmJSON['limits']>): RunLimits {
  const { result_bytes: resultBytes, stored_result_bytes: storedResultBytes, text_bytes: textBytes, ...rest } = limits;
  return {
    ...rest,
    ...defined({ resultBytes, storedResultBytes, textBytes }),
  };
}

function toModelCalls(bounds: NonNullable<SwarmJSON['model_calls']>): SwarmCallBounds {
  const { at_once: atOnce, per_caller: perCaller, per_model: perModel, waiting_per_caller: waitingPerCaller } = bounds;
  return {
    ...defined({ atOnce, perCaller, perModel, waitingPerCaller }),
  };
}

function toPrices(prices: NonNullable<SwarmJSON['prices']>): Prices {
  return Object.fromEntries(
    Object.entries(prices).map(([model, { input, output, cache_read: cacheRead, cache_write: cacheWrite }]) => [
      model,
      {
        input,
        output,
        ...defined({ cacheRead, cacheWrite }),
      },
    ]),
  );
}
