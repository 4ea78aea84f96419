import type { JSONSchema } from '@posthouse/protocol';
import { scripted, type ScriptedModel } from '@posthouse/runtime/scripted';
import { conformanceScript, systemPromptOf } from './conformance-script.ts';
import { type AgentName, PEER_SWARM } from './plays.ts';

export type ConformanceSwarmOptions = {
  /** The swarm that the supervisor may write to: the one that the token of the suite belongs to. `conformance-peer` unless given. */
  peer?: string;
};

/** The name by which the suite recognises the conformance swarm. */
export const CONFORMANCE_SWARM = 'conformance';

export const ABOUT = {
  name: CONFORMANCE_SWARM,
  version: '1.0.0',
  description: 'Plays the scenarios that posthouse-conformance asks for.',
  keywords: ['conformance', 'scripted'],
  entrypoint: 'supervisor',
};

export const ACTIONS = {
  get_weather: {
    description: 'Tells the weather of a city, and throws for the city BOOM.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    execute: ({ city }: { city: string }): string => {
      if (city === 'BOOM') throw new Error('kaboom');
      return `sunny in ${city}`;
    },
  },
  ask_human: {
    description: 'Asks a person. A breakpoint: it never runs.',
    parameters: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
    execute: (): string => 'nobody should run this',
  },
} satisfies Record<string, { description: string; parameters: JSONSchema; execute: unknown }>;

export type ActionName = keyof typeof ACTIONS;

type Member = { commTargets: string[]; actions: ActionName[]; leads: boolean };

/** The agents of the swarm, with whom they may write to. */
export function membersFor({ peer = PEER_SWARM }: ConformanceSwarmOptions = {}): Record<AgentName, Member> {
  return {
    supervisor: { commTargets: ['weather', 'math', `supervisor@${peer}`], actions: ['ask_human'], leads: true },
    weather: { commTargets: ['supervisor'], actions: ['get_weather'], leads: false },
    math: { commTargets: ['supervisor'], actions: [], leads: false },
  };
}

type ConformanceAgent = {
  name: string;
  model: ScriptedModel;
  system: string;
  commTargets: string[];
  enableEntrypoint: boolean;
  enableInterswarm: boolean;
  canCompleteTasks: boolean;
  direct: boolean;
  excludeTools: string[];
  actions: ((typeof ACTIONS)[ActionName] & { name: string; idempotent: boolean })[];
};

export type ConformanceSwarm = typeof ABOUT & {
  public: true;
  enableInterswarm: true;
  breakpointTools: string[];
  agents: ConformanceAgent[];
};

/**
 * The swarm that the scenarios need, for servers that take swarms as TypeScript: options for `swarm()` of
 * `@posthouse/runtime`. Its model is scripted and needs no network.
 *
 * @example
 * await using server = await startServer(swarm(conformanceSwarm()), { port: 4000 });
 */
export function conformanceSwarm(options: ConformanceSwarmOptions = {}): ConformanceSwarm {
  const model = scripted(conformanceScript, { modelId: 'conformance' });
  return {
    ...ABOUT,
    public: true,
    enableInterswarm: true,
    breakpointTools: ['ask_human'],
    agents: Object.entries(membersFor(options)).map(([name, { commTargets, actions, leads }]) => ({
      name,
      model,
      system: systemPromptOf(name as AgentName),
      commTargets,
      enableEntrypoint: leads,
      enableInterswarm: leads,
      canCompleteTasks: leads,
      direct: false,
      excludeTools: [],
      actions: actions.map((action) => ({ name: action, idempotent: false, ...ACTIONS[action] })),
    })),
  };
}
