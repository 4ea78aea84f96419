import { useQuery, useServer } from '@posthouse/components';
import { type Budget, BUDGET_UNITS, type BudgetUnit, type Spending } from '@posthouse/protocol';
import { toCount, toMoney } from '../format/numbers.ts';
import { loadSpending } from './load-spending.ts';
import { WaitingBudget } from './waiting-budget.tsx';

const TITLES = { calls: 'model calls', tokens: 'tokens', cost: 'cost' };

/** What was spent of the budgets of a swarm today, and the runs that wait for one. Nothing where no budget is set. */
export function BudgetTable({ swarm }: { swarm: string }) {
  const server = useServer();
  const { value, refresh } = useQuery(`budgets ${swarm}`, (signal) => loadSpending(server, swarm, signal), {
    everyMs: 10_000,
  });
  if (value === undefined) return null;
  const { budgets, waiting = [] } = value;
  if (Object.values(budgets).every((budget) => Object.keys(budget).length === 0)) return null;
  return (
    <section className="mb-4" aria-label={`Budgets of ${swarm}`}>
      <h2 className="mb-1 text-sm font-medium">
        Budgets of {swarm} today <span className="font-normal text-soft">(UTC)</span>
      </h2>
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="text-left text-soft">
            <tr>
              <th scope="col" className="px-2 py-1 font-medium">
                for
              </th>
              {BUDGET_UNITS.map((unit) => (
                <th key={unit} scope="col" className="px-2 py-1 text-right font-medium">
                  {TITLES[unit]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {toRows(value).map(({ name, used, budget }) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="px-2 py-1.5 text-left font-medium">
                  {name}
                </th>
                {BUDGET_UNITS.map((unit) => (
                  <td key={unit} className="px-2 text-right">
                    {toUse(unit, used?.[unit], budget[unit])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {waiting.map((run) => (
        <div key={`${run.caller} ${run.taskId}`} className="mt-2">
          <p className="mb-1 text-sm">
            {run.caller} · {run.taskId}
          </p>
          <WaitingBudget swarm={swarm} budget={run.budget} run={run} onChange={refresh} />
        </div>
      ))}
    </section>
  );
}

type Row = { name: string; used: Record<BudgetUnit, number> | undefined; budget: Budget };

function toRows({ budgets, spent, total, callers }: Spending): Row[] {
  const toUsed = ({ calls, inputTokens, outputTokens, cost }: Spending['spent']) => ({
    calls,
    tokens: inputTokens + outputTokens,
    cost,
  });
  const isSet = Object.keys(budgets.run).length > 0;
  return [
    ...(total === undefined ? [] : [{ name: 'the whole swarm', used: toUsed(total), budget: budgets.swarm }]),
    ...(callers === undefined
      ? [{ name: 'you', used: toUsed(spent), budget: budgets.caller }]
      : callers.map((each) => ({ name: each.caller, used: toUsed(each.spent), budget: budgets.caller }))),
    ...(isSet ? [{ name: 'each run', used: undefined, budget: budgets.run }] : []),
  ];
}

/** @example toUse('calls', 3, 5) // '3 of 5 · 2 left' */
function toUse(unit: BudgetUnit, used: number | undefined, limit: number | undefined): string {
  const show = unit === 'cost' ? toMoney : toCount;
  if (used === undefined) return limit === undefined ? '–' : `up to ${show(limit)}`;
  return limit === undefined ? show(used) : `${show(used)} of ${show(limit)} · ${show(Math.max(0, limit - used))} left`;
}
