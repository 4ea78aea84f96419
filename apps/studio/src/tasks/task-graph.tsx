import { Spinner, useQuery, useServer } from '@posthouse/components';
import { memo, Suspense, useMemo, useState } from 'react';
import { lazyPart } from '../routing/lazy-part.ts';
import { PartKeeper } from '../graph/part-keeper.ts';
import { type Graph, toGraph } from '../graph/to-graph.ts';
import type { OpenTape } from '../moments/use-task-tape.ts';
import { loadSwarms } from '../server/load-swarms.ts';
import { AgentPanel } from './agent-panel.tsx';
import { toTravelled } from './to-travelled.ts';

const SwarmGraph = lazyPart(() => import('../graph/swarm-graph.tsx'));

/** The agents of a task and who has written to whom, at a moment. */
export const TaskGraph = memo(({ swarm, open, at }: { swarm: string; open: OpenTape; at: number }) => {
  const server = useServer();
  const { value: swarms } = useQuery('swarms', (signal) => loadSwarms(server, signal));
  const [chosen, setChosen] = useState<string>();
  const known = swarms?.swarms.find(({ name }) => name === swarm);
  // Whoever turns up in the task at any time has a place from the beginning, so that nothing moves in between.
  const { agents, traffic } = open.tape.at(open.tape.head);
  const drawn = useMemo(
    () =>
      toGraph({
        agents: known?.agents ?? [],
        entrypoint: known?.entrypoint ?? '',
        seen: Object.keys(agents),
        travelled: toTravelled(traffic),
      }),
    [known, agents, traffic],
  );
  // Most entries change nothing about it.
  const [keeper] = useState(() => new PartKeeper<Graph & { id: string }>());
  const [graph] = useMemo(() => keeper.keep([{ id: 'graph', ...drawn }]), [keeper, drawn]);
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-64 flex-1">
        <Suspense fallback={<Spinner label="Loading" />}>
          <SwarmGraph graph={graph!} moment={open.tape.at(at)} chosen={chosen} onChoose={setChosen} />
        </Suspense>
      </div>
      {chosen !== undefined && (
        <AgentPanel name={chosen} swarm={known} tape={open.tape} at={at} onClose={() => setChosen(undefined)} />
      )}
    </div>
  );
});
