import { type Budget, BUDGET_UNITS, type BudgetScope, type UsedBudget } from '@posthouse/protocol';
import type { Spent } from '@posthouse/store';

/** The first amount of a budget that is used up, if one is. A budget of ten lets ten happen. */
export function findUsedUp(scope: BudgetScope, budget: Budget | undefined, spent: Spent): UsedBudget | undefined {
  return toUsedBudgets(scope, budget ?? {}, spent).find(({ used, limit }) => used >= limit);
}

/** What is used of each amount of a budget. */
export function toUsedBudgets(
  scope: BudgetScope,
  budget: Budget,
  { calls, inputTokens, outputTokens, cost }: Spent,
): UsedBudget[] {
  const used = { calls, tokens: inputTokens + outputTokens, cost };
  return BUDGET_UNITS.flatMap((unit) => {
    const limit = budget[unit];
    return limit === undefined ? [] : [{ scope, unit, limit, used: used[unit] }];
  });
}

/** The budget that a caller asks for, as far as it is allowed. */
export function lowerBudget(allowed: Budget | undefined, asked: Budget): Budget {
  const units = BUDGET_UNITS.filter((unit) => asked[unit] !== undefined);
  return Object.fromEntries(units.map((unit) => [unit, Math.min(asked[unit]!, allowed?.[unit] ?? Infinity)]));
}
