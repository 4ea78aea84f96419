import { Button, Empty, JSONText, TabList, useQuery, useServer } from '@posthouse/components';
import { ownValue, type UISwarms } from '@posthouse/protocol';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { AgentName } from '../format/agent-name.tsx';
import { toCount } from '../format/numbers.ts';
import { lineOf, passes } from '../moments/filter-entries.ts';
import type { TaskTape } from '../moments/task-tape.ts';

type AgentPanelProps = {
  name: string;
  swarm: UISwarms['swarms'][number] | undefined;
  tape: TaskTape;
  at: number;
  onClose: () => void;
};

/** What an agent has done up to a moment: its mail, its calls, what it used, and what it was told to be. */
export function AgentPanel({ name, swarm, tape, at, onClose }: AgentPanelProps) {
  const entries = useMemo(
    () => tape.entries.slice(0, at).filter((entry) => passes(entry, { agent: name })),
    [tape, at, name],
  );
  const moment = ownValue(tape.at(at).agents, name);
  const known = swarm?.agents.find((agent) => agent.name === name);
  const listOf = (kind: string) => {
    const fitting = entries.filter((entry) => kind === 'history' || lineOf(entry).kind === kind);
    if (fitting.length === 0) return <Empty title="Nothing yet" />;
    return (
      <ul className="flex max-h-72 flex-col gap-1 overflow-y-auto text-sm">
        {fitting.slice(-200).map((entry) => {
          const { who, title, detail } = lineOf(entry);
          return (
            <li key={entry.seq} className="rounded bg-sunken px-2 py-1">
              <span className="mr-2 font-mono text-xs text-soft">{entry.seq}</span>
              <span className="font-medium">
                {who} {title}
              </span>
              <p className="text-soft [overflow-wrap:anywhere]">{detail}</p>
            </li>
          );
        })}
      </ul>
    );
  };
  return (
    <aside aria-label={`Agent ${name}`} className="border-t border-line bg-card p-3">
      <div className="mb-2 flex items-center gap-2 text-sm">
        <AgentName name={name} />
        <span className="min-w-0 flex-1 truncate text-soft">{known?.description ?? known?.model}</span>
        <Button look="quiet" icon aria-label="Close" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      <TabList
        label={`About ${name}`}
        tabs={[
          { id: 'mail', title: 'Mail', content: listOf('mail') },
          { id: 'calls', title: 'Calls', content: listOf('call') },
          { id: 'history', title: 'History', content: listOf('history') },
          {
            id: 'usage',
            title: 'Usage',
            content: (
              <p className="text-sm">
                {toCount(moment?.inputTokens ?? 0)} tokens read, {toCount(moment?.outputTokens ?? 0)} written,{' '}
                {toCount(moment?.calls ?? 0)} calls
                {known?.model !== undefined && <> with {known.model}</>}
              </p>
            ),
          },
          {
            id: 'prompt',
            title: 'Prompt',
            content: swarm === undefined ? <Empty title="Unknown" /> : <Prompt swarm={swarm.name} agent={name} />,
          },
        ]}
      />
    </aside>
  );
}

type Template = { agents?: { name: string; agent_params?: { system?: unknown } }[] };

function Prompt({ swarm, agent }: { swarm: string; agent: string }) {
  const server = useServer();
  const { value, failure } = useQuery(
    `template ${swarm}`,
    async (signal) => (await server.ask(`/ui/swarms/${encodeURIComponent(swarm)}`, { signal })) as Template,
  );
  if (failure !== undefined) return <Empty title="Only admins can see prompts" />;
  const system = value?.agents?.find(({ name }) => name === agent)?.agent_params?.system;
  if (system === undefined) return <Empty title={value === undefined ? ' ' : 'No prompt'} />;
  return <JSONText label={`Prompt of ${agent}`} value={system} />;
}
