import { useQuery, useServer } from '@posthouse/components';
import type { UsedBudget } from '@posthouse/protocol';
import { loadSpending } from './load-spending.ts';
import { WaitingBudget } from './waiting-budget.tsx';

/** Says of a task that it waits for a budget, and lets an admin do something about it. */
export function BudgetBanner({ swarm, taskId, budget }: { swarm: string; taskId: string; budget: UsedBudget }) {
  const server = useServer();
  const { value, refresh } = useQuery(`budgets ${swarm}`, (signal) => loadSpending(server, swarm, signal));
  const run = value?.waiting?.find((each) => each.taskId === taskId);
  return <WaitingBudget swarm={swarm} budget={budget} run={run} onChange={refresh} />;
}
