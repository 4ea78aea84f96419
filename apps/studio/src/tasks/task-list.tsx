import { Banner, Choice, Empty, Field, Spinner, useQuery, useServer } from '@posthouse/components';
import { useState } from 'react';
import { toFragment } from '../routing/route.ts';
import { toCount, toDuration, toMoney } from '../format/numbers.ts';
import { loadOverview, type TaskLine } from '../server/load-overview.ts';
import { TaskStatus } from './task-status.tsx';

const RELOAD_MS = 5000;
const STATUSES = ['running', 'paused', 'complete', 'error', 'cancelled'];

/** The tasks of whoever looks: how they stand, how long they took, what they cost. */
export function TaskList() {
  const server = useServer();
  const { value: tasks, failure } = useQuery('overview', (signal) => loadOverview(server, signal), {
    everyMs: RELOAD_MS,
  });
  const [status, setStatus] = useState('');
  const [text, setText] = useState('');
  const fits = (task: TaskLine): boolean =>
    (status === '' || task.status === status) &&
    `${task.title ?? ''} ${task.swarm} ${task.taskId}`.toLowerCase().includes(text.toLowerCase());
  const shown = tasks?.filter(fits) ?? [];
  return (
    <div className="mx-auto max-w-6xl p-4">
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <h1 className="mr-auto text-lg font-semibold">Tasks</h1>
        <Choice label="Status" labelHidden value={status} onChange={(event) => setStatus(event.target.value)}>
          <option value="">All</option>
          {STATUSES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Choice>
        <Field
          label="Search"
          labelHidden
          className="w-40 md:w-52"
          type="search"
          placeholder="Search tasks"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {failure !== undefined && <Banner look="alarm">{failure.message}</Banner>}
      {tasks === undefined && failure === undefined && <Spinner label="Loading" />}
      {tasks?.length === 0 && <Empty title="No tasks yet">Every message to a swarm becomes one.</Empty>}
      {tasks !== undefined && tasks.length > 0 && shown.length === 0 && <Empty title="No matching tasks" />}
      {shown.length > 0 && (
        <ul aria-label="Tasks" className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card">
          {shown.map((task) => (
            <li key={`${task.swarm}/${task.taskId}`}>
              <Line task={task} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Line({ task }: { task: TaskLine }) {
  const { taskId, swarm, title, status, queued, startTime, changeTime, usage, entries } = task;
  const took = Date.parse(changeTime) - Date.parse(startTime);
  return (
    <a
      href={toFragment({ view: 'tasks', path: [swarm, taskId] })}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2.5 text-sm hover:bg-sunken"
    >
      <span className="w-full min-w-0 truncate font-medium md:w-auto md:flex-1">{title ?? taskId}</span>
      <TaskStatus status={status} queued={queued} />
      <span className="truncate text-soft md:w-32">{swarm}</span>
      <span className="text-right text-soft md:w-20">{toDuration(took)}</span>
      <span className="text-right whitespace-nowrap text-soft md:w-28">
        {toCount(entries)} {entries === 1 ? 'entry' : 'entries'}
      </span>
      <span className="text-right whitespace-nowrap text-soft md:w-32">
        {toCount(usage.inputTokens + usage.outputTokens)} tokens
        {usage.cost !== undefined && ` · ${toMoney(usage.cost)}`}
      </span>
      <time dateTime={startTime} className="ml-auto text-right whitespace-nowrap text-soft md:w-36">
        {new Date(startTime).toLocaleString('en-GB', { dateStyle: 'short', timeStyle: 'short' })}
      </time>
    </a>
  );
}
