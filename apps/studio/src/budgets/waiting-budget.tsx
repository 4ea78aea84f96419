import { Banner, Button, Field, useAction, useServer } from '@posthouse/components';
import { toBudgetText, type UsedBudget } from '@posthouse/protocol';
import { useState } from 'react';
import type { WaitingRun } from './load-spending.ts';

type WaitingBudgetProps = {
  swarm: string;
  budget: UsedBudget;
  /** The run, for somebody who may do something about it. */
  run: WaitingRun | undefined;
  /** What was done about it is to be seen. */
  onChange: () => void;
};

/** A budget that is used up: why a run waits, and for an admin, how it goes on. */
export function WaitingBudget({ swarm, budget, run, onChange }: WaitingBudgetProps) {
  const server = useServer();
  const { busy, failure, run: act } = useAction();
  const [amount, setAmount] = useState(String(budget.limit * 2));
  const { scope, unit } = budget;
  const post = (path: string, body: object): void =>
    act(async () => {
      await server.ask(path, { method: 'POST', body: { swarm, ...body } });
      onChange();
    });
  const raise = ({ caller, taskId }: WaitingRun): void => {
    const allowed = { [unit]: Number(amount) };
    if (scope === 'run') post('/budgets/runs', { caller, task_id: taskId, ...allowed });
    else post('/budgets', { ...(scope === 'caller' ? { caller } : {}), ...allowed });
  };
  return (
    <Banner look="ask">
      <p>{toBudgetText(budget)}</p>
      {run !== undefined && (
        <form
          className="mt-2 flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            raise(run);
          }}
        >
          <Field
            label={unit === 'calls' ? 'Model calls' : unit === 'tokens' ? 'Tokens' : 'Cost'}
            className="w-32"
            type="number"
            min={0}
            step={unit === 'cost' ? 'any' : 1}
            required
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
          <Button type="submit" disabled={busy}>
            Raise the budget
          </Button>
          <Button
            look="alarm"
            disabled={busy}
            onClick={() => post('/budgets/runs', { caller: run.caller, task_id: run.taskId, end: true })}
          >
            End the run
          </Button>
        </form>
      )}
      {failure !== undefined && <p className="mt-1 text-alarm">{failure.message}</p>}
    </Banner>
  );
}
