import { type Budget, BUDGET_UNITS, type BudgetScope, type UsedBudget } from '@posthouse/protocol';
import type { Spent } from '@posthouse/store';

/** The first amount of a budget that is used up, if one is. A budget of ten lets ten happen. */
export function findUsedUp(
  scope: BudgetScope,
  budget: Budget | undefined,
  { calls, inputTokens, outputTokens, cost }: Spent,
): UsedBudget | undefined {
  if (budget === undefined) return undefined;
  const used = { calls, tokens: inputTokens + outputTokens, cost };
  const unit = BUDGET_UNITS.find((each) => budget[each] !== undefined && used[each] >= budget[each]);
  return unit === undefined ? undefined : { scope, unit, limit: budget[unit]!, used: used[unit] };
}

/** What a caller asks for, as far as it does not go beyond what is allowed. */
export function lowerBudget(allowed: Budget | undefined, asked: Budget): Budget {
  const units = BUDGET_UNITS.filter((unit) => asked[unit] !== undefined);
  return Object.fromEntries(units.map((unit) => [unit, Math.min(asked[unit]!, allowed?.[unit] ?? Infinity)]));
}
