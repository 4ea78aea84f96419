import { z } from 'zod';

/** Whose budget is used up: the run's, or its caller's or the whole swarm's for a day. */
export const BUDGET_SCOPES = ['run', 'caller', 'swarm'] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];

export const BUDGET_UNITS = ['calls', 'tokens', 'cost'] as const;
export type BudgetUnit = (typeof BUDGET_UNITS)[number];

/** A budget, and how much of it is used; all of it, where it is what a run waits for. `until` says when the day ends, and with it the wait. */
export const usedBudgetSchema = z.strictObject({
  scope: z.enum(BUDGET_SCOPES),
  unit: z.enum(BUDGET_UNITS),
  limit: z.number(),
  used: z.number(),
  until: z.string().optional(),
});
export type UsedBudget = z.infer<typeof usedBudgetSchema>;

/** Every budget that applies to a run, with what is used so far; absent if none is set. */
export const budgetsSchema = z.array(usedBudgetSchema).optional();

/** What may be used; units that are not named are unlimited. */
export type Budget = { [Unit in BudgetUnit]?: number | undefined };

/** A sentence about a used-up budget, for people. */
export function toBudgetText({ scope, unit, limit, used, until }: UsedBudget): string {
  const whose = { run: 'of the run', caller: 'of the caller for this day', swarm: 'of the swarm for this day' }[scope];
  const next =
    until === undefined ? 'An admin can raise it or end the run' : `It goes on at ${until}, or when an admin raises it`;
  return `The budget ${whose} is used up: ${round(used)} of ${round(limit)} ${unit === 'calls' ? 'model calls' : unit}. ${next}.`;
}

function round(amount: number): string {
  return String(Math.round(amount * 1_000_000) / 1_000_000);
}
