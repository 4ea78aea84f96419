import { Banner, Button, Choice, useQuery, useServer } from '@posthouse/components';
import { ArrowLeft, Ban, Download, GitFork } from 'lucide-react';
import { memo, useState } from 'react';
import { go, toFragment } from '../routing/route.ts';
import { BudgetBanner } from '../budgets/budget-banner.tsx';
import type { OpenTape } from '../moments/use-task-tape.ts';
import { loadOverview } from '../server/load-overview.ts';
import { saveJSON } from './save-json.ts';
import { TaskStatus } from './task-status.tsx';

type TaskHeaderProps = {
  swarm: string;
  taskId: string;
  open: OpenTape;
  /** The task it is looked at beside. */
  other: string | undefined;
  onCompare: (other: string | undefined) => void;
};

/** What a task is called, how it stands, and what can be done with it as a whole. */
export const TaskHeader = memo(({ swarm, taskId, open, other, onCompare }: TaskHeaderProps) => {
  const { tape, status } = open;
  const server = useServer();
  const [failure, setFailure] = useState<Error>();
  const { value: tasks = [] } = useQuery('overview', (signal) => loadOverview(server, signal));
  const at = `/tasks/${encodeURIComponent(taskId)}`;
  const inSwarm = `?swarm=${encodeURIComponent(swarm)}`;
  const cancel = (): void => {
    server.ask(`${at}/cancel${inSwarm}`, { method: 'POST' }).catch(setFailure);
  };
  const last = tape.at(tape.head);
  const run = Math.max(1, last.run);
  const budget = last.status === 'paused' ? last.told?.overBudget : undefined;
  const fork = async (): Promise<void> => {
    const forked = (await server.ask(`${at}/fork${inSwarm}`, { method: 'POST', body: { before_run: run } })) as {
      task_id: string;
    };
    go({ view: 'tasks', path: [swarm, forked.task_id] });
  };
  const title = tasks.find((task) => task.taskId === taskId && task.swarm === swarm)?.title ?? taskId;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-2 py-1.5">
        <a href={toFragment({ view: 'tasks' })} aria-label="All tasks" className="rounded p-1.5 hover:bg-sunken">
          <ArrowLeft aria-hidden className="size-4" />
        </a>
        <h1 className="min-w-32 flex-1 truncate text-sm font-medium">{title}</h1>
        {status !== undefined && <TaskStatus status={status} waitsFor={budget === undefined ? 'you' : 'a budget'} />}
        <Choice
          label="Compare with"
          labelHidden
          className="w-44"
          value={other ?? ''}
          onChange={(event) => onCompare(event.target.value === '' ? undefined : event.target.value)}
        >
          <option value="">Compare with…</option>
          {tasks
            .filter((task) => task.taskId !== taskId)
            .map((task) => (
              <option
                key={`${task.swarm}/${task.taskId}`}
                value={[task.swarm, task.taskId].map(encodeURIComponent).join('/')}
              >
                {task.title ?? task.taskId}
              </option>
            ))}
        </Choice>
        {(status === 'running' || status === 'paused') && (
          <Button look="alarm" onClick={cancel}>
            <Ban aria-hidden className="size-3.5" />
            Cancel
          </Button>
        )}
        <Button
          onClick={() => void fork().catch(setFailure)}
          title={`Start a new task from the state before run ${run}`}
        >
          <GitFork aria-hidden className="size-3.5" />
          Fork
        </Button>
        <Button onClick={() => saveJSON(`task-${taskId}.json`, { taskId, swarm, status, entries: tape.entries })}>
          <Download aria-hidden className="size-3.5" />
          Export
        </Button>
      </div>
      {budget !== undefined && (
        <div className="p-2">
          <BudgetBanner swarm={swarm} taskId={taskId} budget={budget} />
        </div>
      )}
      {failure !== undefined && (
        <div className="p-2">
          <Banner look="alarm">{failure.message}</Banner>
        </div>
      )}
    </>
  );
});
