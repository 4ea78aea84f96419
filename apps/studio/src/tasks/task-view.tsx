import { Banner, Button, Choice, Spinner, TabList, useAsked, useServer } from '@posthouse/components';
import { ArrowLeft, Ban, Download, GitFork } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { toFragment } from '../app/route.ts';
import { go, useRoute } from '../app/use-route.ts';
import { toGraph } from '../graph/to-graph.ts';
import { type OpenTape, useTaskTape } from '../moments/use-task-tape.ts';
import { loadOverview } from '../server/load-overview.ts';
import { loadSwarms } from '../server/load-swarms.ts';
import { Scrubber } from '../timeline/scrubber.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { AgentPanel } from './agent-panel.tsx';
import { Dialogue } from './dialogue.tsx';
import { saveJSON } from './save-json.ts';
import { TaskStatus } from './task-status.tsx';
import { toTravelled } from './to-travelled.ts';
import { useWide } from './use-wide.ts';

const SwarmGraph = lazy(() => import('../graph/swarm-graph.tsx'));

/** One task, at the newest moment or any other: its log, its agents and its conversation show the same one. */
export function TaskView({ swarm, taskId }: { swarm: string; taskId: string }) {
  const { query } = useRoute();
  const open = useTaskTape(swarm, taskId);
  const { tape, status, failure } = open;
  const at = toMoment(query.at);
  const place = Math.min(at ?? tape.head, tape.head);
  const wide = useWide();
  const [otherSwarm, otherTask] = query.with?.split('/').map(decodeURIComponent) ?? [];
  const setQuery = (changes: Record<string, string | undefined>): void => {
    const next = Object.entries({ ...query, ...changes }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    go({ view: 'tasks', path: [swarm, taskId], query: Object.fromEntries(next) }, { replace: true });
  };
  const goTo = (seq: number | undefined): void => setQuery({ at: seq === undefined ? undefined : String(seq) });
  const timeline = (
    <div className="h-full min-h-80">
      <Timeline open={open} at={place} onGo={goTo} />
    </div>
  );
  const graph = <TaskGraph swarm={swarm} open={open} at={place} />;
  const dialogue = (
    <div className="h-full">
      <Dialogue tape={tape} at={place} />
    </div>
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Header
        swarm={swarm}
        taskId={taskId}
        open={open}
        status={status}
        onCompare={(other) => setQuery({ with: other })}
      />
      {failure !== undefined && (
        <div className="p-2">
          <Banner look="alarm">{failure.message}</Banner>
        </div>
      )}
      <Scrubber head={tape.head} at={at} time={tape.at(place).at} onGo={goTo} />
      {otherSwarm !== undefined && otherTask !== undefined ? (
        <div className="grid min-h-0 flex-1 grid-rows-2 lg:grid-cols-2 lg:grid-rows-1">
          <div className="min-h-0 border-line lg:border-r">{timeline}</div>
          <OtherTask swarm={otherSwarm} taskId={otherTask} />
        </div>
      ) : wide ? (
        <div className="grid min-h-0 flex-1 grid-cols-2">
          <div className="min-h-0 border-r border-line">{timeline}</div>
          <div className="flex min-h-0 flex-col overflow-y-auto [&>[data-orientation]]:flex [&>[data-orientation]]:h-full [&>[data-orientation]]:flex-col">
            <Sheets first={query.tab} sheets={{ graph, dialogue }} />
          </div>
        </div>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Sheets first={query.tab} sheets={{ timeline, graph, dialogue }} />
        </div>
      )}
    </div>
  );
}

const TITLES: Record<string, string> = { timeline: 'Timeline', graph: 'Graph', dialogue: 'Conversation' };

function Sheets({ first, sheets }: { first: string | undefined; sheets: Record<string, React.ReactNode> }) {
  const names = Object.keys(sheets);
  // Whichever the address asks for comes first.
  const ordered =
    first !== undefined && names.includes(first) ? [first, ...names.filter((name) => name !== first)] : names;
  return (
    <TabList
      label="Ways to look at it"
      tabs={ordered.map((id) => ({
        id,
        title: TITLES[id],
        content: <div className="h-[calc(100dvh-16rem)] min-h-80 lg:h-[calc(100dvh-8.5rem)]">{sheets[id]}</div>,
      }))}
    />
  );
}

function TaskGraph({ swarm, open, at }: { swarm: string; open: OpenTape; at: number }) {
  const server = useServer();
  const { value: swarms } = useAsked('swarms', (signal) => loadSwarms(server, signal));
  const [chosen, setChosen] = useState<string>();
  const known = swarms?.swarms.find(({ name }) => name === swarm);
  // Whoever turns up in the task at any time has a place from the beginning, so that nothing moves in between.
  const graph = useMemo(() => {
    const { agents, traffic } = open.tape.at(open.tape.head);
    const travelled = toTravelled(traffic);
    return toGraph({
      agents: known?.agents ?? [],
      entrypoint: known?.entrypoint ?? '',
      seen: Object.keys(agents),
      travelled,
    });
  }, [known, open]);
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-64 flex-1">
        <Suspense fallback={<Spinner label="Loading" />}>
          <SwarmGraph graph={graph} moment={open.tape.at(at)} chosen={chosen} onChoose={setChosen} />
        </Suspense>
      </div>
      {chosen !== undefined && (
        <AgentPanel name={chosen} swarm={known} tape={open.tape} at={at} onClose={() => setChosen(undefined)} />
      )}
    </div>
  );
}

/** The task beside the one that is looked at, with a moment of its own. */
function OtherTask({ swarm, taskId }: { swarm: string; taskId: string }) {
  const open = useTaskTape(swarm, taskId);
  const { tape, failure } = open;
  const [at, setAt] = useState<number>();
  const place = Math.min(at ?? tape.head, tape.head);
  return (
    <section aria-label="The other task" className="flex min-h-0 flex-col">
      {failure !== undefined && <Banner look="alarm">{failure.message}</Banner>}
      <Scrubber head={tape.head} at={at} time={tape.at(place).at} onGo={setAt} />
      <div className="min-h-0 flex-1">
        <Timeline open={open} at={place} onGo={setAt} />
      </div>
    </section>
  );
}

type HeaderProps = {
  swarm: string;
  taskId: string;
  open: OpenTape;
  status: string | undefined;
  onCompare: (other: string | undefined) => void;
};

function Header({ swarm, taskId, open: { tape }, status, onCompare }: HeaderProps) {
  const server = useServer();
  const { query } = useRoute();
  const [failure, setFailure] = useState<Error>();
  const { value: tasks = [] } = useAsked('overview', (signal) => loadOverview(server, signal));
  const at = `/tasks/${encodeURIComponent(taskId)}`;
  const inSwarm = `?swarm=${encodeURIComponent(swarm)}`;
  const cancel = (): void => {
    server.ask(`${at}/cancel${inSwarm}`, { method: 'POST' }).catch(setFailure);
  };
  const run = Math.max(1, tape.at(tape.head).run);
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
        {status !== undefined && <TaskStatus status={status} />}
        <Choice
          label="Compare with"
          labelHidden
          className="w-36"
          value={query.with ?? ''}
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
          title={`A new task that starts as this one stood before run ${run}`}
        >
          <GitFork aria-hidden className="size-3.5" />
          Fork
        </Button>
        <Button onClick={() => saveJSON(`task-${taskId}.json`, { taskId, swarm, status, entries: tape.entries })}>
          <Download aria-hidden className="size-3.5" />
          Export
        </Button>
      </div>
      {failure !== undefined && (
        <div className="p-2">
          <Banner look="alarm">{failure.message}</Banner>
        </div>
      )}
    </>
  );
}

function toMoment(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
