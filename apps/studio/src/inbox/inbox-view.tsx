import { Badge, Banner, Card, Empty, JSONText, Spinner, useQuery, useServer } from '@posthouse/components';
import { useState } from 'react';
import { toFragment } from '../routing/route.ts';
import { AnswerForm, ApprovalForm } from '../chat/question-view.tsx';
import { loadOverview, type TaskLine } from '../server/load-overview.ts';

const RELOAD_MS = 3000;

/** Everything that waits for a person: questions, and calls that need a yes. */
export default function InboxView() {
  const server = useServer();
  const { value, failure, refresh } = useQuery('overview', (signal) => loadOverview(server, signal), {
    everyMs: RELOAD_MS,
  });
  const waiting = value?.filter((task) => task.waiting.length > 0) ?? [];
  return (
    <div className="mx-auto max-w-3xl p-4">
      <h1 className="mb-3 text-lg font-semibold">Inbox</h1>
      {failure !== undefined && <Banner look="alarm">{failure.message}</Banner>}
      {value === undefined && failure === undefined && <Spinner label="Loading" />}
      {value !== undefined && waiting.length === 0 && (
        <Empty title="Nothing is waiting for you">
          Questions from agents and calls that need your approval appear here.
        </Empty>
      )}
      <ul aria-label="Waiting tasks" className="flex flex-col gap-3">
        {waiting.map((task) => (
          <li key={`${task.swarm}/${task.taskId}`}>
            <WaitingTask task={task} onAnswered={refresh} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function WaitingTask({ task, onAnswered }: { task: TaskLine; onAnswered: () => void }) {
  const server = useServer();
  const [failure, setFailure] = useState<Error>();
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const { swarm, taskId, title, waiting } = task;
  const give = (callId: string, content: unknown): void => {
    setFailure(undefined);
    setAnswered(new Set([...answered, callId]));
    const path = `/tasks/${encodeURIComponent(taskId)}/resume?swarm=${encodeURIComponent(swarm)}`;
    // The answer of this request is that of the whole run; the list shows sooner that the call is gone.
    server
      .ask(path, { method: 'POST', body: { results: [{ call_id: callId, content }] } })
      .then(onAnswered, (error: Error) => {
        setAnswered(new Set([...answered].filter((id) => id !== callId)));
        setFailure(error);
      });
  };
  return (
    <Card className="p-3 text-sm">
      <p className="mb-2 flex flex-wrap items-center gap-2">
        <a
          href={toFragment({ view: 'tasks', path: [swarm, taskId] })}
          className="min-w-0 truncate font-medium underline"
        >
          {title ?? taskId}
        </a>
        <span className="text-soft">{swarm}</span>
      </p>
      {failure !== undefined && <Banner look="alarm">{failure.message}</Banner>}
      {waiting.map(({ callId, tool, input, approval }) => (
        <section key={callId} aria-label={`Question about ${tool}`} className="mt-2 flex flex-col gap-2">
          <p className="flex items-center gap-2">
            <code className="font-mono text-xs">{tool}</code>
            <Badge tone="ask">{approval ? 'needs your approval' : 'needs an answer'}</Badge>
          </p>
          <JSONText label={`Input of ${tool}`} value={input} />
          {approval ? (
            <ApprovalForm
              disabled={answered.has(callId)}
              onDecide={(approved, reason) => give(callId, { approved, reason })}
            />
          ) : (
            <AnswerForm
              disabled={answered.has(callId)}
              onAnswer={(output) => give(callId, output)}
              onRefuse={(reason) => give(callId, { error: reason })}
            />
          )}
        </section>
      ))}
    </Card>
  );
}
