import { openStore, type Store } from '@posthouse/store';
import type { LogEntry } from '@posthouse/protocol';
import { agent, type AgentOptions } from '../../../definitions/agent.ts';
import { getWeather } from '../../../__fixtures__/play.ts';
import type { SwarmInstance, SwarmInstanceOptions } from '../../../instance/swarm-instance.ts';
import { scripted, type ScriptedModel, type ScriptedRequest, type ScriptedTurn } from '../../../scripted/index.ts';
import { swarm } from '../../../swarm.ts';

export type Play = (request: ScriptedRequest) => ScriptedTurn | PromiseLike<ScriptedTurn>;

export function isSummary({ system }: ScriptedRequest): boolean {
  return system.startsWith('You write down');
}

/** First looks at the weather, then answers with what the user wrote last. */
export const diligent: Play = (request) => {
  if (isSummary(request)) return { text: `Summary of ${request.messages[0]!.text.length} characters.` };
  const last = request.messages.at(-1)!;
  if (last.role === 'user') return { toolCalls: [{ name: 'get_weather', input: { city: 'Oslo' } }] };
  return { toolCalls: [{ name: 'task_complete', input: { finish_message: 'Done.' } }] };
};

export type ClerkScene = {
  instance: SwarmInstance;
  store: Store;
  model: ScriptedModel;
  ask(body: string): Promise<void>;
};

/** One clerk who answers user after user in one task, and whose memory is short. */
export function clerk(model: ScriptedModel, options: Partial<AgentOptions> = {}) {
  return swarm({
    name: 'post',
    version: '1.0.0',
    entrypoint: 'clerk',
    agents: [
      agent({
        name: 'clerk',
        model,
        system: 'You are a clerk.',
        commTargets: [],
        actions: [getWeather],
        enableEntrypoint: true,
        canCompleteTasks: true,
        compaction: { maxTokens: 1_500, keepTurns: 2 },
        ...options,
      }),
    ],
  });
}

export type ClerkOptions = {
  play?: Play;
  agent?: Partial<AgentOptions>;
  instance?: Partial<SwarmInstanceOptions>;
};

export async function withClerk<Result>(
  options: ClerkOptions,
  play: (scene: ClerkScene) => Promise<Result>,
): Promise<Result> {
  const model = scripted(options.play ?? diligent);
  await using store = await openStore('sqlite::memory:');
  const instance = await clerk(model, options.agent).instantiate({ store, ...options.instance });
  await using _ = instance;
  const ask = async (body: string) => void (await instance.postMessage({ taskId: TASK, body }));
  return await play({ instance, store, model, ask });
}

export const TASK = 'letters';

/** A message that fills a fifth of the clerk's memory. */
export function long(word: string): string {
  return `${word} ${'lorem ipsum '.repeat(100)}`;
}

export async function entriesAt({ instance, store }: Pick<ClerkScene, 'instance' | 'store'>): Promise<LogEntry[]> {
  const task = await instance.task(TASK);
  return (await store.read(task!.key, 0, 10_000)).entries;
}

export async function compactionsAt(
  scene: Pick<ClerkScene, 'instance' | 'store'>,
): Promise<(LogEntry & { type: 'compacted' })[]> {
  return (await entriesAt(scene)).filter((entry) => entry.type === 'compacted');
}
