import { Banner, TabList, useLatest } from '@posthouse/components';
import { type ReactNode, useCallback, useDeferredValue, useState } from 'react';
import { go, toFragment, useRoute } from '../routing/route.ts';
import { useTaskTape } from '../moments/use-task-tape.ts';
import { Scrubber } from '../timeline/scrubber.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { Dialogue } from './dialogue.tsx';
import { TaskGraph } from './task-graph.tsx';
import { TaskHeader } from './task-header.tsx';
import { useMoment } from './use-moment.ts';
import { useWide } from './use-wide.ts';

/** One task, at the newest moment or any other: its log, its agents and its conversation show the same one. */
export function TaskView({ swarm, taskId }: { swarm: string; taskId: string }) {
  const { query } = useRoute();
  const open = useTaskTape(swarm, taskId);
  const { tape, failure } = open;
  const wide = useWide();
  const [otherSwarm, otherTask] = query.with?.split('/').map(decodeURIComponent) ?? [];
  const setQuery = (changes: Record<string, string | undefined>): void => {
    const next = Object.entries({ ...query, ...changes }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    go({ view: 'tasks', path: [swarm, taskId], query: Object.fromEntries(next) }, { replace: true });
  };
  const newest = useLatest(setQuery);
  const compare = useCallback((other: string | undefined) => newest.current({ with: other }), [newest]);
  const [at, goTo] = useMoment(query.at, (text) => setQuery({ at: text }));
  const present = Math.min(at ?? tape.head, tape.head);
  // The slider moves at once; what there is to see follows as soon as it is drawn, all of it together.
  const place = useDeferredValue(present);
  if (failure !== undefined && tape.head === 0) {
    return (
      <div className="p-4">
        <Banner
          look="alarm"
          action={
            <a className="underline" href={toFragment({ view: 'tasks' })}>
              All tasks
            </a>
          }
        >
          {failure.message}
        </Banner>
      </div>
    );
  }
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
      <TaskHeader swarm={swarm} taskId={taskId} open={open} other={query.with} onCompare={compare} />
      {failure !== undefined && (
        <div className="p-2">
          <Banner look="alarm">{failure.message}</Banner>
        </div>
      )}
      <Scrubber head={tape.head} at={at} time={tape.entries[present - 1]?.at} onGo={goTo} />
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

function Sheets({ first, sheets }: { first: string | undefined; sheets: Record<string, ReactNode> }) {
  const names = Object.keys(sheets);
  // Whichever the address asks for comes first.
  const ordered =
    first !== undefined && names.includes(first) ? [first, ...names.filter((name) => name !== first)] : names;
  return (
    <TabList
      label="View"
      tabs={ordered.map((id) => ({
        id,
        title: TITLES[id],
        content: <div className="-mt-3 h-[calc(100dvh-16rem)] min-h-80 lg:h-[calc(100dvh-8.5rem)]">{sheets[id]}</div>,
      }))}
    />
  );
}

/** The task beside the one that is looked at, with a moment of its own. */
function OtherTask({ swarm, taskId }: { swarm: string; taskId: string }) {
  const open = useTaskTape(swarm, taskId);
  const { tape, failure } = open;
  const [at, setAt] = useState<number>();
  const place = Math.min(at ?? tape.head, tape.head);
  return (
    <section aria-label="Compared task" className="flex min-h-0 flex-col">
      {failure !== undefined && <Banner look="alarm">{failure.message}</Banner>}
      <Scrubber head={tape.head} at={at} time={tape.entries[place - 1]?.at} onGo={setAt} />
      <div className="min-h-0 flex-1">
        <Timeline open={open} at={place} onGo={setAt} />
      </div>
    </section>
  );
}
