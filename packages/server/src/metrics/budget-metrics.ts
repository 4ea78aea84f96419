import { type Budget, BUDGET_UNITS } from '@posthouse/protocol';
import type { SwarmDefinition } from '@posthouse/runtime';
import type { Gauge, Registry } from 'prom-client';
import type { ServedSwarms } from '../served-swarms.ts';
import { defineMetrics } from './define-metrics.ts';

export type BudgetSource = Pick<ServedSwarms, 'engine' | 'definitions'>;

/**
 * What each swarm has spent today and what it may; asked for when somebody wants to know. Callers have no labels: there
 * may be any number of them.
 */
export function addBudgetMetrics(registry: Registry, { engine: { budgets }, definitions }: BudgetSource): void {
  const { gauge } = defineMetrics(registry);
  const collect =
    (read: (definition: SwarmDefinition) => Promise<Budget>) => async (metric: Gauge<'swarm' | 'unit'>) => {
      metric.reset();
      for (const definition of definitions()) {
        const amounts = await read(definition);
        for (const unit of BUDGET_UNITS)
          if (amounts[unit] !== undefined) metric.set({ swarm: definition.name, unit }, amounts[unit]);
      }
    };
  gauge(
    'posthouse_budget_limit',
    'What a swarm may spend on this day of UTC, in model calls, tokens or cost; only where a budget is set.',
    ['swarm', 'unit'],
    collect(({ name: swarm, budgets: set }) => budgets.allowed({ swarm }, set.swarm)),
  );
  gauge(
    'posthouse_budget_spent',
    'What a swarm has spent on this day of UTC, in all processes, in model calls, tokens and cost.',
    ['swarm', 'unit'],
    collect(async ({ name: swarm }) => {
      const { calls, inputTokens, outputTokens, cost } = await budgets.spending.sum({ swarm });
      return { calls, tokens: inputTokens + outputTokens, cost };
    }),
  );
}
