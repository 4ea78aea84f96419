import { Banner, Button, Card, Choice, Empty, Spinner, TextField, useQuery, useServer } from '@posthouse/components';
import { ownValue, type UISwarms } from '@posthouse/protocol';
import { Footprints } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { go, toFragment, useRoute } from '../routing/route.ts';
import { AgentName } from '../format/agent-name.tsx';
import { mailOf } from '../moments/mail-of.ts';
import { useTaskTape } from '../moments/use-task-tape.ts';
import { loadSwarms } from '../server/load-swarms.ts';
import { toHeard } from './to-heard.ts';
import { type Proposal, toProposal } from './to-proposal.ts';

type Swarm = UISwarms['swarms'][number];

/** Agents that take turns only when told to: who speaks next, and who hears it. */
export default function ManualView() {
  const server = useServer();
  const {
    path: [swarm, taskId],
  } = useRoute();
  const { value, failure } = useQuery('swarms', (signal) => loadSwarms(server, signal));
  const known = value?.swarms.find(({ name }) => name === swarm);
  return (
    <div className="mx-auto max-w-3xl p-4">
      <h1 className="mb-3 text-lg font-semibold">Manual</h1>
      {failure !== undefined && <Banner look="alarm">{failure.message}</Banner>}
      {value === undefined && failure === undefined && <Spinner label="Loading" />}
      {value !== undefined &&
        (known !== undefined && taskId !== undefined ? (
          <Table key={taskId} swarm={known} taskId={taskId} />
        ) : (
          <Opening swarms={value} />
        ))}
    </div>
  );
}

/** Gathers agents around a subject. */
function Opening({ swarms }: { swarms: UISwarms }) {
  const server = useServer();
  const [swarm, setSwarm] = useState(swarms.default);
  const [body, setBody] = useState('');
  const [failure, setFailure] = useState<Error>();
  const open = async (): Promise<void> => {
    const task = await server.ask('/manual', { method: 'POST', body: { swarm, body, recipients: ['all'] } });
    go({ view: 'manual', path: [swarm, (task as { task_id: string }).task_id] });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    open().catch(setFailure);
  };
  return (
    <Card className="p-4">
      <p className="mb-3 text-sm text-soft">
        In manual mode, agents take a turn only when you say so, and you decide who reads what they write: for debates,
        games and interviews.
      </p>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Choice label="Swarm" value={swarm} onChange={(event) => setSwarm(event.target.value)}>
          {swarms.swarms.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Choice>
        <TextField
          label="Message to all agents"
          rows={3}
          required
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
        {failure !== undefined && <Banner look="alarm">{failure.message}</Banner>}
        <Button type="submit" look="primary" className="self-end">
          Start
        </Button>
      </form>
    </Card>
  );
}

function Table({ swarm, taskId }: { swarm: Swarm; taskId: string }) {
  const { tape, status, failure } = useTaskTape(swarm.name, taskId);
  const said = tape.entries.flatMap((entry) => mailOf(entry) ?? []);
  const moment = tape.at(tape.head);
  return (
    <div className="flex flex-col gap-4">
      {failure !== undefined && <Banner look="alarm">{failure.message}</Banner>}
      <p className="text-sm">
        <a href={toFragment({ view: 'tasks', path: [swarm.name, taskId] })} className="text-accent underline">
          Open the task
        </a>
      </p>
      <ol aria-label="Messages" className="flex flex-col gap-2 text-sm">
        {toHeard(said).map(({ seq, from, to, body }) => (
          <li key={seq} className="rounded-md bg-card px-3 py-2">
            <AgentName name={from} /> <span className="text-soft">to {to.join(', ')}</span>
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{body}</p>
          </li>
        ))}
      </ol>
      {said.length === 0 && <Empty title="No messages yet" />}
      {status === 'running' || status === undefined ? (
        <StepForm swarm={swarm} taskId={taskId} unread={(name) => ownValue(moment.agents, name)?.unread ?? 0} />
      ) : (
        <Banner>This task has ended: {status}.</Banner>
      )}
    </div>
  );
}

/** Whoever is chosen in the form hears it: nobody in particular is everybody. */
const toAudience = (hearers: readonly string[]): object => {
  if (hearers.length === 0) return {};
  return { response_type: hearers.length === 1 ? 'response' : 'broadcast', response_targets: hearers };
};

type StepFormProps = { swarm: Swarm; taskId: string; unread: (agent: string) => number };

/** Gives an agent its turn. */
function StepForm({ swarm, taskId, unread }: StepFormProps) {
  const server = useServer();
  const names = swarm.agents.map(({ name }) => name);
  const [target, setTarget] = useState(swarm.entrypoint);
  const [hearers, setHearers] = useState<readonly string[]>([]);
  const [payload, setPayload] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const path = `/tasks/${encodeURIComponent(taskId)}`;
  const inSwarm = `?swarm=${encodeURIComponent(swarm.name)}`;
  const { value: proposed, refresh } = useQuery(`proposal ${taskId}`, async (signal) =>
    toProposal(await server.ask(`${path}/proposal${inSwarm}`, { signal })),
  );
  // What the program behind the swarm proposes stands in the form, to be taken as it is or otherwise.
  const [shown, setShown] = useState<Proposal>();
  if (proposed !== undefined && proposed !== shown) {
    setShown(proposed);
    setTarget(proposed.target);
    setHearers(proposed.hearers);
    setPayload(proposed.payload);
  }
  const step = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const body = { target, ...toAudience(hearers), ...(payload === '' ? {} : { payload }) };
    try {
      await server.ask(`${path}/step${inSwarm}`, { method: 'POST', body });
      setPayload('');
      refresh();
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void step();
  };
  return (
    <Card className="p-3">
      <form onSubmit={submit} className="flex flex-col gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Choice label="Next agent" value={target} onChange={(event) => setTarget(event.target.value)}>
            {names.map((name) => (
              <option key={name} value={name}>
                {name} ({unread(name)} unread)
              </option>
            ))}
          </Choice>
          <Choice
            label="Recipients"
            value={hearers.join(', ')}
            onChange={({ target: { value } }) => setHearers(value === '' ? [] : value.split(', '))}
          >
            <option value="">everybody (public)</option>
            {hearers.length > 1 && <option value={hearers.join(', ')}>only {hearers.join(', ')} (private)</option>}
            {names
              .filter((name) => name !== target)
              .map((name) => (
                <option key={name} value={name}>
                  only {name} (private)
                </option>
              ))}
          </Choice>
        </div>
        <TextField
          label="Private instruction to the agent"
          rows={3}
          placeholder="optional"
          value={payload}
          onChange={(event) => setPayload(event.target.value)}
        />
        {failure !== undefined && <Banner look="alarm">{failure.message}</Banner>}
        <div className="flex items-center justify-end gap-2">
          {proposed !== undefined && (
            <span className="mr-auto text-xs text-soft">Suggested by the rules of this swarm</span>
          )}
          <Spinner label="The agent is working" active={busy} />
          <Button type="submit" look="primary" disabled={busy}>
            <Footprints aria-hidden className="size-4" />
            Step
          </Button>
        </div>
      </form>
    </Card>
  );
}
