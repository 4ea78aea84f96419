import {
  Badge,
  Banner,
  Button,
  Card,
  Dialog,
  Empty,
  JSONText,
  Refusal,
  Spinner,
  TabList,
  TextField,
  useQuery,
  useServer,
} from '@posthouse/components';
import type { UISwarms } from '@posthouse/protocol';
import { Upload } from 'lucide-react';
import { type FormEvent, Suspense, useMemo, useState } from 'react';
import { lazyPart } from '../routing/lazy-part.ts';
import { go, toFragment, useRoute } from '../routing/route.ts';
import { AgentName } from '../format/agent-name.tsx';
import { toGraph } from '../graph/to-graph.ts';
import { loadSwarms } from '../server/load-swarms.ts';
import { type LinedProblem, toLinedProblems } from './to-lined-problems.ts';

const SwarmGraph = lazyPart(() => import('../graph/swarm-graph.tsx'));

type Swarm = UISwarms['swarms'][number];

/** The swarms that are served: who is in them, what they are made from, and a place to load another. */
export default function SwarmsView() {
  const server = useServer();
  const [named] = useRoute().path;
  const [loading, setLoading] = useState(false);
  const { value, failure, refresh } = useQuery('swarms', (signal) => loadSwarms(server, signal));
  const chosen = value?.swarms.find(({ name }) => name === (named ?? value.default));
  return (
    <div className="mx-auto max-w-6xl p-4">
      <div className="mb-3 flex items-center gap-2">
        <h1 className="mr-auto text-lg font-semibold">Swarms</h1>
        <Button onClick={() => setLoading(true)}>
          <Upload aria-hidden className="size-3.5" />
          Load a swarm
        </Button>
      </div>
      {failure !== undefined && <Banner look="alarm">{failure.message}</Banner>}
      {value === undefined && failure === undefined && <Spinner label="Loading" />}
      <div className="grid gap-4 md:grid-cols-[14rem_1fr]">
        <ul aria-label="Swarms" className="flex gap-1 overflow-x-auto md:flex-col">
          {value?.swarms.map(({ name, agents }) => (
            <li key={name} className="shrink-0">
              <a
                href={toFragment({ view: 'swarms', path: [name] })}
                aria-current={name === chosen?.name ? 'true' : undefined}
                className={`block rounded-md px-2 py-1.5 text-sm ${name === chosen?.name ? 'bg-accent-paper' : 'hover:bg-sunken'}`}
              >
                <span className="block truncate">{name}</span>
                <span className="text-xs text-soft">{agents.length === 1 ? '1 agent' : `${agents.length} agents`}</span>
              </a>
            </li>
          ))}
        </ul>
        {chosen !== undefined && <SwarmCard key={chosen.name} swarm={chosen} />}
      </div>
      <Dialog title="Load a swarm" open={loading} onClose={() => setLoading(false)}>
        <LoadForm
          onLoaded={(name) => {
            setLoading(false);
            refresh();
            go({ view: 'swarms', path: [name] });
          }}
        />
      </Dialog>
    </div>
  );
}

function SwarmCard({ swarm }: { swarm: Swarm }) {
  const graph = useMemo(() => toGraph({ agents: swarm.agents, entrypoint: swarm.entrypoint }), [swarm]);
  return (
    <Card className="min-w-0 p-4">
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        {swarm.name} <Badge>{swarm.version}</Badge>
      </h2>
      <p className="mt-1 mb-3 text-sm text-soft">{swarm.description}</p>
      <TabList
        label={`About ${swarm.name}`}
        tabs={[
          {
            id: 'graph',
            title: 'Graph',
            content: (
              <div className="h-96">
                <Suspense fallback={<Spinner label="Loading" />}>
                  <SwarmGraph graph={graph} />
                </Suspense>
              </div>
            ),
          },
          { id: 'agents', title: 'Agents', content: <Agents agents={swarm.agents} /> },
          { id: 'json', title: 'JSON', content: <Template name={swarm.name} /> },
        ]}
      />
    </Card>
  );
}

function Agents({ agents }: { agents: Swarm['agents'] }) {
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {agents.map(({ name, description, model, actions, commTargets }) => (
        <li key={name} className="rounded-md bg-sunken px-3 py-2">
          <AgentName name={name} /> <span className="text-soft">{model}</span>
          {description !== undefined && <p>{description}</p>}
          <p className="text-soft">writes to {commTargets.join(', ') || 'nobody'}</p>
          {actions.length > 0 && <p className="text-soft">calls {actions.join(', ')}</p>}
        </li>
      ))}
    </ul>
  );
}

function Template({ name }: { name: string }) {
  const server = useServer();
  const { value, failure } = useQuery(
    `template ${name}`,
    async (signal) => await server.ask(`/ui/swarms/${encodeURIComponent(name)}`, { signal }),
  );
  if (failure !== undefined) return <Empty title="Only admins can see templates">{failure.message}</Empty>;
  return value === undefined ? <Spinner label="Loading" /> : <JSONText label={`Template of ${name}`} value={value} />;
}

/** Takes a swarm as JSON. What is wrong with it is said at the line where it is wrong. */
function LoadForm({ onLoaded }: { onLoaded: (name: string) => void }) {
  const server = useServer();
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<LinedProblem[]>([]);
  const [busy, setBusy] = useState(false);
  const load = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await server.ask('/swarms/load', { method: 'POST', body: { json: text } });
      onLoaded((answer as { swarm_name: string }).swarm_name);
    } catch (error) {
      const { message } = error as Error;
      setProblems(toLinedProblems(text, message, error instanceof Refusal ? error.details : []));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void load();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label="One swarm, in the format of a swarms file"
        rows={14}
        required
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {problems.length > 0 && (
        <Banner look="alarm">
          <ul>
            {problems.map(({ line, path, message }) => (
              <li key={`${path}${message}`}>
                <strong>Line {line}</strong> {path !== '' && <code>{path}</code>} {message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <Button type="submit" look="primary" className="self-end" disabled={busy || text.trim() === ''}>
        Load
      </Button>
    </form>
  );
}
