import { type MAILMessage, PosthouseError } from '@posthouse/protocol';
import type { Store } from '@posthouse/store';
import fc from 'fast-check';
import { action } from '../definitions/action.ts';
import type { AgentFunction } from '../definitions/agent-function.ts';
import { agent } from '../definitions/agent.ts';
import { swarm, type Swarm } from '../swarm.ts';
import { checkWorld, readPlaces } from './check-world.ts';
import { Fuse } from './fuse.ts';
import { type Fate, PeerWorld } from './peer-world.ts';
import { outline } from './play.ts';

const SWARMS = ['alpha', 'beta', 'gamma'] as const;
type Name = (typeof SWARMS)[number];
const AGENTS = ['boss', 'clerk'] as const;
const ORDERS = 8;

type Address = { agent: (typeof AGENTS)[number]; swarm: Name };
/** What an agent does when it reads an order. Orders only ever lead to later ones, so that every play has an end. */
type Step =
  | { kind: 'send'; tool: 'send_request' | 'send_interrupt'; to: Address; order: number }
  | { kind: 'answer' | 'ask_human' | 'complete' | 'tell' };

/** Something that a person at alpha does once the log has so many entries. */
type Deed = { kind: 'post' | 'cancel'; order: number; entries: number };

export type WorldPlay = {
  orders: Step[][];
  deeds: Deed[];
  /** What becomes of errands, in the order in which they are run. */
  fates: Fate[];
  /** How long they take. */
  ticks: number[];
  deaths: { server: Name; moment: number }[];
};

const address: fc.Arbitrary<Address> = fc.record({
  agent: fc.constantFrom(...AGENTS),
  swarm: fc.constantFrom(...SWARMS),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      tool: fc.constantFrom('send_request' as const, 'send_request' as const, 'send_interrupt' as const),
      to: address,
      order: fc.nat(3),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ kind: 'answer' as const }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { kind: 'complete' as const },
      { kind: 'ask_human' as const },
      { kind: 'tell' as const },
    ),
  },
);

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('arrives' as const) },
  { weight: 3, arbitrary: fc.constantFrom('lost' as const, 'unheard' as const, 'twice' as const) },
);

export const worldPlay = ({ deaths = 0, faults = true } = {}): fc.Arbitrary<WorldPlay> =>
  fc.record({
    orders: fc.array(fc.array(step, { maxLength: 3 }), { minLength: ORDERS, maxLength: ORDERS }),
    deeds: fc.array(
      fc.record({
        kind: fc.oneof(
          { weight: 3, arbitrary: fc.constant('post' as const) },
          { weight: 1, arbitrary: fc.constant('cancel' as const) },
        ),
        order: fc.nat(ORDERS - 1),
        entries: fc.nat(30),
      }),
      { maxLength: 3 },
    ),
    fates: faults ? fc.array(fate, { maxLength: 30 }) : fc.constant([]),
    ticks: fc.array(fc.nat(6), { maxLength: 10 }),
    deaths: fc.array(fc.record({ server: fc.constantFrom(...SWARMS), moment: fc.integer({ min: 2, max: 60 }) }), {
      minLength: deaths === 0 ? 0 : 1,
      maxLength: deaths,
    }),
  });

const TASK = 't';
/** Longer than a lease: whoever was there before counts as gone. */
const SILENCE_MS = 20_000;
/** For so long nothing at all may happen. How long a play takes says more about the machine. */
const TIMEOUT_MS = 60_000;
/** Orders multiply. From here on agents do nothing more than they must, or a few plays would last for minutes. */
const MAX_CALLS = 200;

/** Plays, and gives everything that is wrong afterwards. */
export async function playWorld(play: WorldPlay): Promise<string[]> {
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  let errands = 0;
  await using world = new PeerWorld({
    fate: async () => {
      errands += 1;
      await pass(play.ticks[errands % Math.max(1, play.ticks.length)] ?? 0);
      return play.fates[errands - 1] ?? 'arrives';
    },
    policy: { catchUpMs: 50 },
  });
  const stores = new Map<Name, Store>();
  const budget = { calls: MAX_CALLS };
  const deaths = play.deaths.slice();
  const start = async (name: Name): Promise<void> => {
    const index = deaths.findIndex(({ server }) => server === name);
    const [death] = index < 0 ? [] : deaths.splice(index, 1);
    const fuse = new Fuse(death?.moment);
    // A process that dies while it starts is started again.
    const started = world.start(toTown(name, play, budget).definition, stores.get(name)!, { now, fuse });
    await Promise.race([started, fuse.blown]);
    if (fuse.dead && world.servers.get(name)?.fuse !== fuse) await restart(name);
  };
  const restart = async (name: Name): Promise<void> => {
    void world.servers.get(name)?.engine.stop({ drainMs: 0 });
    for (let tick = 0; tick < 50; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    clock.ahead += SILENCE_MS;
    await start(name);
  };
  for (const name of SWARMS) stores.set(name, await world.openStore(now));
  for (const name of SWARMS) await start(name);
  const progress = { head: -1, end: 0 };
  const people = new People(world, play.deeds);
  for (;;) {
    for (const name of SWARMS) if (world.server(name).fuse.dead) await restart(name);
    await people.act();
    if (people.done && (await world.isAtRest())) break;
    const head = (await world.tasks()).reduce((sum, { task }) => sum + task.head, 0);
    if (head !== progress.head) Object.assign(progress, { head, end: performance.now() + TIMEOUT_MS });
    if (performance.now() > progress.end) return [`the play does not end: ${await describe(world)}`];
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return checkWorld(world);
}
/** People at alpha. They do everything with a key, so that doing it again after a crash does nothing. */
class People {
  readonly #world: PeerWorld;
  readonly #deeds: Deed[];
  #next = -1;

  constructor(world: PeerWorld, deeds: Deed[]) {
    this.#world = world;
    this.#deeds = deeds;
  }

  get done(): boolean {
    return this.#next >= this.#deeds.length;
  }

  async act(): Promise<void> {
    const { instance, fuse } = this.#world.server('alpha');
    const acting = this.#act(instance).catch((error: unknown) => {
      if (!fuse.dead && !isForgivable(error)) throw error;
    });
    await Promise.race([acting, fuse.blown]);
  }

  async #act(instance: ReturnType<PeerWorld['server']>['instance']): Promise<void> {
    const task = await instance.task(TASK);
    const deed = this.#next < 0 ? { kind: 'post' as const, order: 0, entries: 0 } : this.#deeds[this.#next];
    const isTime = deed !== undefined && ((task?.head ?? 0) >= deed.entries || task?.openRun === null);
    if (isTime) {
      const idempotencyKey = `deed ${this.#next}`;
      if (deed.kind === 'cancel') await instance.cancel(TASK, { idempotencyKey });
      else await instance.submit({ taskId: TASK, subject: `order ${deed.order}`, body: 'b', idempotencyKey });
      this.#next += 1;
    }
    if (task?.status !== 'paused') return;
    const log = await this.#world.logAt('alpha', TASK);
    const pause = log.findLast((entry) => entry.type === 'paused');
    const answers = pause!.calls.map(({ callId }) => ({ callId, content: 'forty-two' }));
    await instance.resume(TASK, answers);
  }
}

function isForgivable(error: unknown): boolean {
  return PosthouseError.isInstance(error) && ['call_not_found', 'unavailable', 'stale', 'fenced'].includes(error.code);
}

async function describe(world: PeerWorld): Promise<string> {
  const places = await readPlaces(world);
  return places
    .map(({ swarm: name, task, whole }) => {
      const waiting = whole.mail.map(({ mailbox, message }) => `${mailbox} ${message.message.subject}`);
      const own = whole.entries.filter((entry) => entry.type !== 'remote');
      const head = `${name}/${task.owner.id}: ${task.status}, waiting: [${waiting.join('; ')}]`;
      return [head, ...outline(own).map((line, index) => `  ${own[index]!.seq} ${line}`)].join('\n');
    })
    .join('\n');
}

function toTown(name: Name, { orders }: WorldPlay, budget: Budget): Swarm {
  const everyone = SWARMS.flatMap((other) => AGENTS.map((each) => (other === name ? each : `${each}@${other}`)));
  const askHuman = action({
    name: 'ask_human',
    description: 'Asks.',
    parameters: { type: 'object' },
    execute: () => 'nobody',
  });
  return swarm({
    name,
    version: '1.0.0',
    entrypoint: 'boss',
    enableInterswarm: true,
    breakpointTools: ['ask_human'],
    agents: AGENTS.map((each) =>
      agent({
        name: each,
        run: speak(name, each, orders, budget),
        commTargets: everyone.filter((other) => other !== each),
        actions: [askHuman],
        enableInterswarm: true,
        ...(each === 'boss' ? { enableEntrypoint: true, canCompleteTasks: true } : {}),
      }),
    ),
  });
}

type Call = { tool: string; input: object };
/** How many calls all agents together may still make of their own accord. */
type Budget = { calls: number };

function speak(name: Name, self: string, orders: readonly Step[][], budget: Budget): AgentFunction {
  return async ({ inputs, tools }) => {
    const offered = new Set(tools.map((tool) => tool.name));
    const calls = inputs.flatMap((input) => follow(input, name, self, budget.calls > 0 ? orders : []));
    budget.calls -= calls.length;
    const possible = calls.filter(({ tool }) => offered.has(tool));
    return { calls: possible.length > 0 ? possible : [{ tool: 'ignore_broadcast', input: { reason: null } }] };
  };
}

/** A later order than the one that is being followed, or one that there is not. */
function follow({ message }: MAILMessage, name: Name, self: string, orders: readonly Step[][]): Call[] {
  const complete = { tool: 'task_complete', input: { finish_message: `done by ${self}@${name}` } };
  if (message.subject === '::stalled::') {
    const asker = /and (\S+) waits for an answer/.exec(message.body)?.[1];
    const answer = { tool: 'send_response', input: { target: asker ?? '', subject: 'late', body: 'b' } };
    return asker === undefined ? [complete] : [answer];
  }
  if (!message.subject.startsWith('order ')) return [];
  const index = Number(message.subject.slice(6));
  return (orders[index] ?? []).flatMap((each): Call[] => {
    switch (each.kind) {
      case 'send': {
        const target = each.to.swarm === name ? each.to.agent : `${each.to.agent}@${each.to.swarm}`;
        return target === self
          ? []
          : [{ tool: each.tool, input: { target, subject: `order ${index + 1 + each.order}`, body: 'b' } }];
      }
      case 'answer':
        if (message.sender.addressType !== 'agent') return [complete];
        return [
          {
            tool: 'send_response',
            input: { target: message.sender.address, subject: `order ${index + 1}`, body: 'b' },
          },
        ];
      case 'tell':
        return [
          { tool: 'send_interswarm_broadcast', input: { subject: `order ${index + 1}`, body: 'b', target_swarms: [] } },
        ];
      case 'ask_human':
        return [{ tool: 'ask_human', input: {} }];
      case 'complete':
        return [complete];
    }
  });
}

async function pass(ticks: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick += 1) await new Promise((resolve) => setImmediate(resolve));
}
