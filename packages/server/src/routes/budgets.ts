import {
  type Budget,
  defined,
  formatInstance,
  type Instance,
  invalidInput,
  parseInstance,
  PosthouseError,
} from '@posthouse/protocol';
import { endOfDay, endRunOf, heldBy, raiseDayBudget, raiseRunBudget, toDay } from '@posthouse/runtime';
import type { AppParts } from '../app/app-parts.ts';
import { readBody } from '../app/add-route.ts';
import { budgetRoutes } from '../openapi/budget-routes.ts';

/** How many callers, and how many waiting runs, an admin is shown. */
const MAX_SHOWN = 100;

/** `/budgets`: what was spent today, and raising budgets. */
export function addBudgetRoutes({ on, served }: AppParts): void {
  const { engine, store } = served;

  on(budgetRoutes.getSpending, async (c) => {
    const { owner, definition } = served.instance(c.get('caller'), c.req.query('swarm'));
    const { name: swarm, budgets } = definition;
    const today = toDay(engine.now());
    const day = readDay(c.req.query('day')) ?? today;
    const { run = {} } = budgets;
    const sum = (scope: Parameters<typeof engine.budgets.spending.sum>[0]) =>
      day === today ? engine.budgets.spending.sum(scope) : store.spending.sum({ day, ...scope });
    const common = {
      swarm,
      day,
      endsAt: new Date(endOfDay(Date.parse(day))).toISOString(),
      budgets: {
        run,
        caller: await engine.budgets.allowed({ swarm, caller: owner }, budgets.caller),
        swarm: await engine.budgets.allowed({ swarm }, budgets.swarm),
      },
      spent: await sum({ swarm, caller: owner }),
    };
    if (owner.role !== 'admin') return common;
    const callers = await store.spending.list({ day, swarm }, MAX_SHOWN);
    const paused = await store.paused({ swarm }, undefined, MAX_SHOWN);
    return {
      ...common,
      total: await sum({ swarm }),
      callers: callers.map((each) => ({ caller: toCallerName(each.owner), spent: each.spent })),
      waiting: paused.flatMap((task) => {
        const budget = heldBy(task);
        return budget === undefined ? [] : [{ caller: toCallerName(task.owner), taskId: task.taskId, budget }];
      }),
    };
  });

  on(budgetRoutes.raiseBudget, async (c) => {
    const value = await readBody(c, budgetRoutes.raiseBudget);
    const { name: swarm } = served.instance(c.get('caller'), value.swarm).definition;
    const caller = value.caller === undefined ? {} : { caller: toInstance(value.caller, swarm) };
    const resumed = await raiseDayBudget(engine, { swarm, ...caller }, toBudget(value));
    return { swarm, day: toDay(engine.now()), resumed };
  });

  on(budgetRoutes.raiseRunBudget, async (c) => {
    const value = await readBody(c, budgetRoutes.raiseRunBudget);
    const { name: swarm } = served.instance(c.get('caller'), value.swarm).definition;
    const { taskId, end = false } = value;
    const task = { owner: toInstance(value.caller, swarm), taskId };
    const done = end ? await endRunOf(engine, task) : await raiseRunBudget(engine, task, toBudget(value));
    const after = await store.find(task.owner, taskId);
    if (after === undefined || !done) {
      throw new PosthouseError({
        code: 'task_not_found',
        message: `${value.caller} has no open run in task '${taskId}'`,
      });
    }
    return { taskId, status: after.status };
  });
}

function readDay(day: string | undefined): string | undefined {
  if (day === undefined || (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)))) return day;
  throw invalidInput(`'${day}' is not a day; write it as 2026-11-18`);
}

function toCallerName({ role, id }: Instance): string {
  return `${role}:${id}`;
}

function toInstance(caller: string, swarm: string): Instance {
  return parseInstance(formatInstance({ ...parseInstance(`${caller}@${swarm}`), swarm }));
}

function toBudget({ calls, tokens, cost }: Budget): Budget {
  const budget = defined({ calls, tokens, cost });
  if (Object.keys(budget).length > 0) return budget;
  throw invalidInput('calls, tokens or cost is required: how much is allowed');
}
