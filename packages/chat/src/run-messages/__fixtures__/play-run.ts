import { isEntry, type LogEntry, type RunEvent } from '@posthouse/protocol';
import type { SwarmInstance, PostOptions } from '@posthouse/runtime';
import type { Script } from '@posthouse/runtime/scripted';
import { openStore } from '@posthouse/store';

/** What somebody does when they are told something. */
type Intervene = (event: RunEvent, instance: SwarmInstance, taskId: string) => Promise<unknown> | undefined;

export type RunOptions = {
  /** What the agents say, one turn after the other. */
  lead: Script;
  clerk?: Script;
  post?: Partial<PostOptions>;
  intervene?: Intervene;
};

/** A run that the runtime has done, as somebody was told of it who watched. */
export type PlayedRun = {
  taskId: string;
  swarm: string;
  run: number;
  answerId: string;
  events: RunEvent[];
  entries: LogEntry[];
};

/**
 * Has a swarm do a run, with models that say what a test wants them to. `look` is an action, `stumble` one that fails, `pay`
 * needs an approval and `ask_human` a person.
 */
export async function playRun({ lead, clerk = [], post = {}, intervene }: RunOptions): Promise<PlayedRun> {
  const { action, agent, swarm } = await import('@posthouse/runtime');
  const { scripted } = await import('@posthouse/runtime/scripted');
  const parameters = { type: 'object', properties: { at: { type: 'string' } } } as const;
  const actions = [
    action({
      name: 'look',
      description: 'Looks.',
      parameters,
      execute: ({ at }: { at?: string }) => ({ seen: at ?? '' }),
    }),
    action({ name: 'pay', description: 'Pays.', parameters, execute: () => 'paid' }),
    action({ name: 'ask_human', description: 'Asks.', parameters, execute: () => 'nobody runs this' }),
    action({
      name: 'stumble',
      description: 'Fails.',
      parameters,
      execute: () => {
        throw new Error('There was a stone.');
      },
    }),
  ];
  const team = swarm({
    name: 'team',
    version: '1.0.0',
    entrypoint: 'lead',
    breakpointTools: ['ask_human'],
    approvalTools: ['pay'],
    prices: { 'scripted/lead': { input: 1_000_000, output: 2_000_000 } },
    agents: [
      agent({
        name: 'lead',
        model: scripted(lead, { modelId: 'lead' }),
        commTargets: ['clerk'],
        actions,
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
      agent({ name: 'clerk', model: scripted(clerk, { modelId: 'clerk' }), commTargets: ['lead'], actions }),
    ],
  });
  await using store = await openStore('sqlite::memory:');
  await using instance = await team.instantiate({ store, userId: 'alice' });
  const { taskId } = await instance.submit({ body: 'Well?', ...post });
  const events: RunEvent[] = [];
  for await (const event of instance.follow(taskId, { tokens: true })) {
    events.push(event);
    await intervene?.(event, instance, taskId);
  }
  const entries = events.filter(isEntry);
  const { answerId } = entries.find((entry) => entry.type === 'run-started')!;
  return { taskId, swarm: 'team', run: 1, answerId, events, entries };
}

/** Gives this to whatever is asked. */
export const answering =
  (content: string): Intervene =>
  (event, instance, taskId) =>
    event.type === 'paused' ? instance.resume(taskId, content) : undefined;

/** Stops the run as soon as somebody has begun to say something. */
export const stopping: Intervene = (event, instance, taskId) =>
  event.type === 'token' ? instance.cancel(taskId) : undefined;

/** Writes again as soon as somebody has begun to say something. */
export const cuttingIn: Intervene = (event, instance, taskId) =>
  event.type === 'token' && event.attempt === 1
    ? instance.submit({ taskId, body: 'Shorter!', whenOpen: 'interrupt', idempotencyKey: 'cut in' })
    : undefined;
