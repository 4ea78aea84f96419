import { agentHue } from './agent-hue.ts';

/** The name of an agent, with a dot in its colour. */
export function AgentName({ name }: { name: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 align-bottom font-medium">
      <span
        aria-hidden
        className="size-2 shrink-0 rounded-full"
        style={{ backgroundColor: `hsl(${agentHue(name)} 65% 50%)` }}
      />
      <span className="truncate">{name}</span>
    </span>
  );
}
