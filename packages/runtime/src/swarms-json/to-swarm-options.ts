import { defined } from '@posthouse/protocol';
import type { AnyAction } from '../definitions/action.ts';
import type { Agent } from '../definitions/agent.ts';
import type { RunLimits, SwarmCallBounds, SwarmOptions } from '../definitions/swarm-definition.ts';
import type { Prices } from '../respond/prices.ts';
import type { SwarmJSON } from './swarms-schema.ts';

/** A swarm of the file in our own terms. */
export function toSwarmOptions(candidate: SwarmJSON, agents: Agent[], actions: AnyAction[]): SwarmOptions {
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
