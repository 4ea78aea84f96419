import { openStore } from '@posthouse/store';
import type { JSONValue, LogEntry } from '@posthouse/protocol';
import { action, type AnyAction } from '../definitions/action.ts';
import type { AgentFunction } from '../definitions/agent-function.ts';
import { agent, type AgentOptions } from '../definitions/agent.ts';
import type { SwarmOptions } from '../definitions/swarm-definition.ts';
import type { SwarmInstance } from '../instance/swarm-instance.ts';
import { swarm } from '../swarm.ts';

type Call = { tool: string; input: JSONValue; callId?: string };
/** One turn of an agent in a play: its calls, its words, or whatever a function makes of what it reads. */
export type Line = Call[] | string | Error | AgentFunction;

/** An agent that speaks its lines in order, one per turn, and fails loudly when it is asked for more. */
export function actor(name: string, lines: Line[], options: Partial<AgentOptions> = {}) {
  let turn = 0;
  const run: AgentFunction = async (input) => {
    const line = lines[turn];
    turn += 1;
    if (line === undefined) throw new Error(`${name} has no line for its turn ${turn}`);
    if (line instanceof Error) throw line;
    if (typeof line === 'string') return { text: line };
    return typeof line === 'function' ? line(input) : { calls: line };
  };
  return agent({ name, commTargets: ['supervisor'], run, ...options });
}

export const getWeather: AnyAction = action({
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  execute: ({ city }: { city: string }) => {
    if (city === 'BOOM') throw new Error('kaboom');
    return { city, t: 20 };
  },
});

export const askHuman: AnyAction = action({
  name: 'ask_human',
  description: 'Asks a person.',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
  execute: () => 'nobody should run this',
});

export type Play = { supervisor?: Line[]; weather?: Line[]; math?: Line[] } & Partial<Omit<SwarmOptions, 'agents'>>;

/** The cast of MAIL's own scenarios: a supervisor, a weather agent with an action, a math agent. */
export function cast({ supervisor = [], weather = [], math = [], ...options }: Play) {
  return swarm({
    name: 'swarm-alpha',
    version: '1.0.0',
    entrypoint: 'supervisor',
    agents: [
      actor('supervisor', supervisor, {
        commTargets: ['weather', 'math'],
        enableEntrypoint: true,
        canCompleteTasks: true,
        actions: [askHuman],
      }),
      actor('weather', weather, { actions: [getWeather] }),
      actor('math', math),
    ],
    breakpointTools: ['ask_human'],
    ...options,
  });
}

/** Plays a scenario on a store of its own and gives the stage to a test. */
export async function play<Result>(
  scenario: Play,
  scene: (instance: SwarmInstance) => Promise<Result>,
): Promise<Result> {
  await using store = await openStore('sqlite::memory:');
  await using instance = await cast(scenario).instantiate({ store, userId: 'u-1', onError: rethrow });
  return await scene(instance);
}

function rethrow(error: unknown): never {
  throw error;
}

export async function logOf(instance: SwarmInstance, taskId: string): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const entry of instance.follow(taskId, { until: 'pause' }))
    if (entry.type !== 'token') entries.push(entry);
  return entries;
}

/** A log in short: what happened to whom, one line per entry. */
export function outline(entries: readonly LogEntry[]): string[] {
  return entries.map((entry) => {
    switch (entry.type) {
      case 'message':
        return `${entry.message.message.sender.address} → ${entry.to}: ${entry.message.message.subject}`;
      case 'call':
        return `${entry.agent} calls ${entry.tool}`;
      case 'call-started':
        return `${entry.tool} starts`;
      case 'call-ended':
        return `${entry.tool} ${entry.result.status}`;
      case 'text-written':
        return `${entry.agent} writes: ${entry.parts.map((part) => part.text).join(' | ')}`;
      case 'run-ended':
        return `run ${entry.run} ${entry.outcome}: ${entry.text}`;
      case 'run-started':
        return `run ${entry.run} starts`;
      case 'notice':
        return `notice ${entry.code}`;
      default:
        return entry.type;
    }
  });
}

export const complete = (text: string): Call[] => [{ tool: 'task_complete', input: { finish_message: text } }];
export const request = (target: string, subject = 's', body = 'b'): Call => ({
  tool: 'send_request',
  input: { target, subject, body },
});
export const respond = (target: string, subject = 'r', body = 'b'): Call => ({
  tool: 'send_response',
  input: { target, subject, body },
});
export const wait: Call = { tool: 'await_message', input: { reason: null } };
