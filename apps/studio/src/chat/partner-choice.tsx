import { Choice } from '@posthouse/components';
import type { UISwarms } from '@posthouse/protocol';
import type { Partner } from './chat-link.ts';

/** One whom a conversation may be with, as the server lists them. */
export type Listed = { name: string; kind: 'agent' | 'swarm'; available: boolean; reason?: string };

type PartnerChoiceProps = {
  swarms: UISwarms['swarms'];
  listed: readonly Listed[];
  partner: Partner;
  onChange: (partner: Partner) => void;
};

/** Lets the reader pick whom a new conversation is with: a swarm, one of its agents, or an agent that is no swarm. */
export function PartnerChoice({ swarms, listed, partner, onChange }: PartnerChoiceProps) {
  const agents = listed.filter(({ kind, available }) => kind === 'agent' && available);
  const known = partner.agent === undefined ? swarms.find(({ name }) => name === partner.swarm) : undefined;
  const entrypoints = known?.agents.filter(({ enableEntrypoint }) => enableEntrypoint) ?? [];
  const options = swarms.map(({ name }) => (
    <option key={name} value={`swarm ${name}`}>
      {name}
    </option>
  ));
  return (
    <div className="flex flex-col gap-3">
      <Choice
        label="Chat with"
        value={partner.agent === undefined ? `swarm ${partner.swarm}` : `agent ${partner.agent}`}
        onChange={({ target: { value } }) => {
          const cut = value.indexOf(' ');
          const name = value.slice(cut + 1);
          onChange(value.startsWith('agent') ? { agent: name } : { swarm: name });
        }}
      >
        {agents.length === 0 ? (
          options
        ) : (
          <>
            <optgroup label="Swarms">{options}</optgroup>
            <optgroup label="Agents">
              {agents.map(({ name }) => (
                <option key={name} value={`agent ${name}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          </>
        )}
      </Choice>
      {known !== undefined && entrypoints.length > 1 && (
        <Choice
          label="Agent"
          value={partner.entrypoint ?? known.entrypoint}
          onChange={(event) => onChange({ ...partner, entrypoint: event.target.value })}
        >
          {entrypoints.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Choice>
      )}
      {known !== undefined && known.description !== '' && <p className="text-sm text-soft">{known.description}</p>}
    </div>
  );
}
