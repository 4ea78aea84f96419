import type { LogEntry } from '@posthouse/protocol';
import type { AgentFunction } from '../definitions/agent-function.ts';
import type { AgentOptions } from '../definitions/agent.ts';
import type { SwarmOptions } from '../definitions/swarm-definition.ts';
import { swarm, type Swarm } from '../swarm.ts';
import { actor, type Line } from './play.ts';

type Role = Line[] | ({ lines: Line[] } & Partial<AgentOptions>);

/**
 * A swarm that may write to others. The first agent is its entrypoint and completes tasks; everybody may write to everybody
 * here, and to the addresses elsewhere that are named.
 */
export function town(
  name: string,
  roles: Record<string, Role>,
  { neighbours = [], ...options }: { neighbours?: string[] } & Partial<SwarmOptions> = {},
): Swarm {
  const names = Object.keys(roles);
  return swarm({
    name,
    version: '1.0.0',
    entrypoint: names[0]!,
    enableInterswarm: true,
    agents: names.map((agent, index) => {
      const { lines, ...rest } = Array.isArray(roles[agent]) ? { lines: roles[agent] } : roles[agent]!;
      const first = index === 0 ? { enableEntrypoint: true, enableInterswarm: true, canCompleteTasks: true } : {};
      const commTargets = [...names.filter((other) => other !== agent), ...neighbours];
      return actor(agent, lines, { commTargets, ...first, ...rest });
    }),
    ...options,
  });
}

/** A line for an agent that does what the subjects it reads ask for. */
function onSubject(lines: Record<string, Line>): AgentFunction {
  return async (input) => {
    const subjects = input.inputs.map(({ message }) => message.subject);
    const known = subjects.findLast((subject) => Object.hasOwn(lines, subject));
    // Unlike waiting, this is never wrong.
    const line: Line = known === undefined ? [{ tool: 'ignore_broadcast', input: { reason: null } }] : lines[known]!;
    if (line instanceof Error) throw line;
    if (typeof line === 'string') return { text: line };
    return typeof line === 'function' ? line(input) : { calls: line };
  };
}

/** An agent that does so in every turn. */
export function always(lines: Record<string, Line>): Line[] {
  return Array.from({ length: 200 }, () => onSubject(lines));
}

/** How the newest run ended, if it has. Mail that came too late for it may stand behind. */
export function outcomeOf(entries: readonly LogEntry[]): LogEntry | undefined {
  return entries.findLast((entry) => entry.type === 'run-ended');
}

/** What agents read, one line for each message: who wrote it and what it is about. */
export function messagesOf(entries: readonly LogEntry[]): string[] {
  return entries.flatMap((entry) =>
    entry.type === 'message'
      ? [`${entry.message.message.sender.address} → ${entry.to}: ${entry.message.message.subject}`]
      : [],
  );
}
