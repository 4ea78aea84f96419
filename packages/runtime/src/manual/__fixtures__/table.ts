import type { LogEntry } from '@posthouse/protocol';
import { openStore, type Store } from '@posthouse/store';
import { actor, getWeather, type Line, askHuman } from '../../__fixtures__/play.ts';
import type { AgentOptions } from '../../definitions/agent.ts';
import type { SwarmOptions } from '../../definitions/swarm-definition.ts';
import type { SwarmInstance, SwarmInstanceOptions } from '../../instance/swarm-instance.ts';
import { swarm } from '../../swarm.ts';

export type Table = {
  host?: Line[];
  ann?: Line[];
  ben?: Line[];
  cleo?: Line[];
  /** Options for every agent but the host. */
  guest?: Partial<AgentOptions>;
} & Partial<Omit<SwarmOptions, 'agents'>>;

const EVERYONE_ELSE = (name: string) => ['host', 'ann', 'ben', 'cleo'].filter((other) => other !== name);

/** A round of four who speak when they are asked to. */
export function round({ host = [], ann = [], ben = [], cleo = [], guest = {}, ...options }: Table = {}) {
  const sits = (name: string, lines: Line[], more: Partial<AgentOptions>) =>
    actor(name, lines, { commTargets: EVERYONE_ELSE(name), actions: [getWeather], ...more });
  return swarm({
    name: 'table',
    version: '1.0.0',
    entrypoint: 'host',
    agents: [
      sits('host', host, { enableEntrypoint: true, canCompleteTasks: true, actions: [askHuman] }),
      sits('ann', ann, guest),
      sits('ben', ben, guest),
      sits('cleo', cleo, guest),
    ],
    breakpointTools: ['ask_human'],
    ...options,
  });
}

export type Seated = { instance: SwarmInstance; store: Store; taskId: string };

/** Opens a task in manual mode, with nothing in the buffers but one word to the host. */
export async function sit<Result>(
  table: Table,
  scene: (seated: Seated) => Promise<Result>,
  options: Partial<SwarmInstanceOptions> = {},
): Promise<Result> {
  await using store = await openStore('sqlite::memory:');
  await using instance = await round(table).instantiate({
    store,
    userId: 'u-1',
    mode: 'manual',
    onError: rethrow,
    ...options,
  });
  const { taskId } = await instance.submit({ body: 'Begin.' });
  return await scene({ instance, store, taskId });
}

function rethrow(error: unknown): never {
  throw error;
}

/** Everything the log holds now; unlike following, this does not wait for the run to end. */
export async function entriesOf({ instance, store, taskId }: Seated): Promise<LogEntry[]> {
  const task = await instance.task(taskId);
  return (await store.read(task!.key, 0, 10_000)).entries;
}

/** Who has which words in the mailbox: `ben < ann: hello`. */
export async function buffersOf({ instance, store, taskId }: Seated): Promise<string[]> {
  const task = await instance.task(taskId);
  const { mail } = await store.load(task!.key);
  return mail
    .toSorted((one, other) => one.order - other.order)
    .map(({ mailbox, message: { message } }) => `${mailbox} < ${message.sender.address}: ${message.body}`);
}
