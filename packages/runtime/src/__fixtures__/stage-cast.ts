import type { JSONObject } from '@posthouse/protocol';
import { action, type ActionContext } from '../definitions/action.ts';
import type { AgentFunction, AgentFunctionInput } from '../definitions/agent-function.ts';
import type { SwarmOptions } from '../definitions/swarm-definition.ts';
import { swarm, type Swarm } from '../swarm.ts';
import { readTurn } from '../task/turn-data.ts';
import { actor } from './play.ts';
import { OWNER, type StageProcess } from './stage.ts';

/** What an agent on stage reads now, and what it has ever read: the subjects of its mail. */
export type Part = { read: Set<string>; ever: Set<string>; signal: AbortSignal };
export type StageCall = { tool: string; input: JSONObject; callId?: string };
/** Calls, or words. */
type Line = StageCall[] | string;
export type Speak = (part: Part) => Promise<Line> | Line;
type Deed = { name: string; idempotent: boolean; work?: (context: ActionContext, input: JSONObject) => Promise<void> };

/** Unlike waiting, this is never wrong. */
const NOTHING_TO_DO: StageCall = { tool: 'ignore_broadcast', input: { reason: null } };

/** An agent that knows what it has read before from the store, so that a crash cannot make it forget. */
function player({ fuse, store }: StageProcess, name: string, speak: Speak): AgentFunction {
  return async ({ inputs, signal }: AgentFunctionInput) => {
    await fuse.pass(`before ${name} answers`);
    const task = await store.find(OWNER, inputs[0]!.message.taskId);
    const turns = await store.history(task!.key, name);
    const read = new Set(inputs.map((input) => input.message.subject));
    const before = turns.flatMap((turn) => readTurn(turn).inputs.map((input) => input.message.subject));
    const calls = await speak({ read, ever: new Set([...before, ...read]), signal });
    await fuse.pass(`after ${name} answers`);
    if (typeof calls === 'string') return { text: calls };
    return { calls: calls.length > 0 ? calls : [NOTHING_TO_DO] };
  };
}

/** An action that leaves a trace in the world, and may die before and after that. */
function deed({ fuse, effects }: StageProcess, { name, idempotent, work }: Deed) {
  return action({
    name,
    description: name,
    parameters: { type: 'object' },
    idempotent,
    execute: async (input: JSONObject, context) => {
      await fuse.pass(`before ${name}`);
      effects.push({ tool: name, idempotent, key: context.idempotencyKey });
      await fuse.pass(`after ${name}`);
      await work?.(context, input);
      return `${name} done`;
    },
  });
}

/** Workers write to the supervisor, unless they name others. The same deed of two agents is the same action. */
export type Cast = Record<string, { speak: Speak; deeds?: Deed[]; commTargets?: string[] }>;

/** A supervisor and those who work for it, as one process of a stage sees them. */
export function castOnStage(process: StageProcess, cast: Cast, options: Partial<SwarmOptions> = {}): Swarm {
  const workers = Object.keys(cast).filter((name) => name !== 'supervisor');
  const known = new Set(Object.values(cast).flatMap((each) => each.deeds ?? []));
  const actions = new Map([...known].map((each) => [each, deed(process, each)]));
  const boss = { commTargets: workers, enableEntrypoint: true, canCompleteTasks: true };
  return swarm({
    name: OWNER.swarm,
    version: '1.0.0',
    entrypoint: 'supervisor',
    agents: Object.entries(cast).map(([name, { speak, deeds = [], commTargets = ['supervisor'] }]) => {
      const line = player(process, name, speak);
      const own = { actions: deeds.map((each) => actions.get(each)!) };
      const lines = Array.from({ length: 1_000 }, () => line);
      return actor(name, lines, name === 'supervisor' ? { ...boss, ...own } : { commTargets, ...own });
    }),
    ...options,
  });
}

/** Never answers, but hears when it is to stop. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
