import { z } from 'zod';
import { usedBudgetSchema } from '../log/budget.ts';
import { filledTextSchema } from '../wire/filled.ts';
import { wireCodec, type Wired } from '../wire/wire-codec.ts';

const count = z.number().int().positive().optional();
const budget = { calls: count, tokens: count, cost: z.number().positive().optional() };
const spent = z.strictObject({
  calls: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost: z.number(),
});

/** What `GET /budgets` answers: what the caller has spent today and, for an admin, what all callers have. */
export const spendingWire = wireCodec({
  name: 'spending',
  schema: z
    .strictObject({
      swarm: z.string(),
      day: z.string(),
      ends_at: z.string(),
      budgets: z.strictObject({
        run: z.strictObject(budget),
        caller: z.strictObject(budget),
        swarm: z.strictObject(budget),
      }),
      spent,
      /** For an admin: the whole swarm, its callers, dearest first, and the runs that wait for a budget. */
      total: spent.optional(),
      callers: z.array(z.strictObject({ caller: z.string(), spent })).optional(),
      waiting: z
        .array(z.strictObject({ caller: z.string(), task_id: z.string(), budget: usedBudgetSchema }))
        .optional(),
    })
    .meta({ id: 'Spending' }),
});
export type Spending = Wired<typeof spendingWire>;

/** `POST /budgets`: what a caller (`role:id`) or, without one, the whole swarm may use today. */
export const raiseBudgetWire = wireCodec({
  name: 'budget',
  schema: z
    .strictObject({ swarm: filledTextSchema.optional(), caller: filledTextSchema.optional(), ...budget })
    .meta({ id: 'RaiseBudget' }),
});
export type RaiseBudget = Wired<typeof raiseBudgetWire>;

/** `POST /budgets/runs`: what the open run of a caller's task may use, or its end. */
export const raiseRunBudgetWire = wireCodec({
  name: 'budget of a run',
  schema: z
    .strictObject({
      swarm: filledTextSchema.optional(),
      caller: filledTextSchema,
      task_id: filledTextSchema,
      end: z.boolean().optional(),
      ...budget,
    })
    .meta({ id: 'RaiseRunBudget' }),
});
export type RaiseRunBudget = Wired<typeof raiseRunBudgetWire>;
