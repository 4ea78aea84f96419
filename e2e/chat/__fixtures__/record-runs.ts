import { isEntry, type LogEntry, PosthouseError, type RunEvent } from '@posthouse/protocol';
import { Engine, SwarmInstance } from '@posthouse/runtime';
import fc from 'fast-check';
import { Fuse } from '../../../packages/runtime/src/__fixtures__/fuse.ts';
import { PeerWorld, type WorldServer } from '../../../packages/runtime/src/__fixtures__/peer-world.ts';
import { ASK_CALLER, Cast } from './busy-cast.ts';
import { type World, worldArbitrary } from './busy-world.ts';

/** A run that the runtime has done, as somebody was told of it who watched from the beginning. */
export type RecordedRun = {
  taskId: string;
  swarm: string;
  run: number;
  /** Behind this entry stands all of it. */
  after: number;
  /** Everything that was told of its task, in order. */
  events: RunEvent[];
};

const TASK = 'task-1';
const OWNER = { swarm: 'team', role: 'user', id: 'u-1' } as const;
const FORGIVABLE = ['call_not_found', 'call_answered', 'unavailable', 'stale', 'fenced', 'task_not_found'];

const WORLDS = process.env.TEST_FULL === '1' ? 80 : 24;
/** Agents wait for their words most of the time, so several worlds are as quick as one. */
const AT_ONCE = 8;
let recorded: Promise<RecordedRun[]> | undefined;

/** Runs of random worlds. They are done once, whoever asks for them. */
export function recordedRuns(): Promise<RecordedRun[]> {
  return (recorded ??= recordAll(fc.sample(worldArbitrary, WORLDS)));
}

async function recordAll(worlds: World[]): Promise<RecordedRun[]> {
  const runs: RecordedRun[] = [];
  const work = async (): Promise<void> => {
    for (let world = worlds.pop(); world !== undefined; world = worlds.pop()) runs.push(...(await recordRuns(world)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return runs;
}

/** All runs of a task that agents of a world have worked on: of their own swarm live, of the other one from its log. */
async function recordRuns(world: World): Promise<RecordedRun[]> {
  await using play = await Play.open(world);
  return [...toRuns('team', await play.record()), ...toRuns('annex', await play.logAway())];
}

function toRuns(swarm: string, events: RunEvent[]): RecordedRun[] {
  return events.flatMap((event): RecordedRun[] =>
    event.type === 'run-started' ? [{ taskId: TASK, swarm, run: event.run, after: event.seq - 1, events }] : [],
  );
}

class Play implements AsyncDisposable {
  readonly #cast: Cast;
  readonly #peers: PeerWorld;
  readonly #events: RunEvent[] = [];
  /** Reads and does nothing else, so it survives whoever works. */
  readonly #watcher: Engine;
  readonly #wishes: World['wishes'];
  readonly #leaving = new AbortController();
  #watching: Promise<void> | undefined;
  #done = -1;
  #replied = 0;

  private constructor(cast: Cast, peers: PeerWorld, watcher: Engine) {
    this.#cast = cast;
    this.#peers = peers;
    this.#watcher = watcher;
    this.#wishes = cast.world.wishes.toSorted((one, other) => one.entries - other.entries);
  }

  static async open(world: World): Promise<Play> {
    const cast = new Cast(world);
    const peers = new PeerWorld();
    for (const { definition } of cast.swarms) {
      const isOurs = definition.name === 'team';
      const store = await peers.openStore();
      await peers.start(definition, store, isOurs ? { fuse: new Fuse(world.death) } : {});
    }
    const watcher = await Engine.start({ store: peers.server('team').store, swarms: [] });
    return new Play(cast, peers, watcher);
  }

  get #team(): WorldServer {
    return this.#peers.server('team');
  }

  async record(): Promise<RunEvent[]> {
    await this.#until(() => this.#act().then(() => this.#done >= 0));
    this.#watching = this.#watch(this.#leaving.signal);
    await this.#until(async () => {
      await this.#act();
      if (this.#done < this.#wishes.length || !(await this.#peers.isAtRest())) return false;
      const { head } = (await this.#team.store.find(OWNER, TASK))!;
      return this.#entries.at(-1)?.seq === head;
    });
    if (this.#peers.errors.length > 0) throw this.#peers.errors[0];
    return this.#events;
  }

  /** What the other swarm has done for the task. */
  logAway(): Promise<LogEntry[]> {
    return this.#peers.logAt('annex', TASK, 'team');
  }

  get #entries(): LogEntry[] {
    return this.#events.filter(isEntry);
  }

  /** A reader in another process knows what is on disk, so nothing that it sees is lost with a process. */
  async #watch(signal: AbortSignal): Promise<void> {
    const { trouble, death } = this.#cast.world;
    const { instance, definition } = this.#team;
    const reader =
      death === undefined && trouble?.kind !== 'kill' ? instance : new SwarmInstance(definition, OWNER, this.#watcher);
    try {
      for await (const event of reader.follow(TASK, { tokens: true, until: 'never', signal })) this.#events.push(event);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #until(isSo: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + 60_000;
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error(`the play does not end: ${await this.#describe()}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  async #describe(): Promise<string> {
    const shorten = (_: string, value: unknown) => (typeof value === 'string' ? value.slice(0, 60) : value);
    const log = await this.#peers.logAt('team', TASK);
    return [this.#cast.world, ...log].map((each) => JSON.stringify(each, shorten)).join('\n');
  }

  /** What people do next, and whoever starts processes again. */
  async #act(): Promise<void> {
    const { fuse } = this.#team;
    if (fuse.dead) return this.#restart();
    const acting = this.#wishAndReply().catch((error: unknown) => {
      if (!fuse.dead && !(PosthouseError.isInstance(error) && FORGIVABLE.includes(error.code))) throw error;
    });
    await Promise.race([acting, fuse.blown]);
  }

  async #restart(): Promise<void> {
    const { fuse, engine, definition, store } = this.#team;
    fuse.blow();
    void engine.stop({ drainMs: 0 });
    // What it had sent before it died arrives.
    for (let tick = 0; tick < 50; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    await store.leave(engine.node);
    await this.#peers.start(definition, store);
  }

  async #wishAndReply(): Promise<void> {
    const { instance } = this.#team;
    const task = await instance.task(TASK);
    const wish = this.#done < 0 ? { kind: 'post' as const, entries: 0 } : this.#wishes[this.#done];
    if (wish !== undefined && ((task?.head ?? 0) >= wish.entries || task?.openRun === null)) {
      await this.#carryOut(wish.kind, { key: `wish ${this.#done}`, starts: this.#done < 0 });
      this.#done += 1;
    }
    const { trouble } = this.#cast.world;
    if (trouble !== undefined && this.#cast.isStalled && this.#isSeen(trouble.who, trouble.words)) {
      this.#cast.isStalled = false;
      if (trouble.kind === 'kill') return this.#restart();
      await this.#carryOut(trouble.kind, { key: 'trouble', to: trouble.who });
    }
    if (task?.status === 'paused') await this.#reply();
  }

  async #carryOut(
    kind: World['wishes'][number]['kind'],
    { key: idempotencyKey, to: entrypoint = 'lead', starts = false }: { key: string; to?: string; starts?: boolean },
  ): Promise<void> {
    const { instance } = this.#team;
    if (kind === 'stop') return void (await instance.cancel(TASK, { idempotencyKey }));
    const { strict } = this.#cast.world;
    // Only a message that starts a run may say what the run is to be like.
    const more = { tools: [ASK_CALLER], ...(strict ? { responseFormat: { type: 'object' } } : {}) };
    await instance.submit({
      taskId: TASK,
      body: `Well? (${idempotencyKey})`,
      idempotencyKey,
      entrypoint,
      ...(starts ? more : {}),
      ...(kind === 'post' ? {} : { whenOpen: kind === 'queue' ? 'queue' : 'interrupt' }),
    });
  }

  #isSeen(who: string, words: string): boolean {
    return this.#events.some(
      (event) => event.type === 'token' && event.agent === who && event.offset + event.delta.length === words.length,
    );
  }

  /** Answers the newest question, once it has been told. */
  async #reply(): Promise<void> {
    const { instance } = this.#team;
    const { replies } = this.#cast.world;
    const pause = (await this.#peers.logAt('team', TASK)).findLast((entry) => entry.type === 'paused')!;
    const reply = replies[this.#replied % replies.length];
    this.#replied += 1;
    if (reply === 'stop') return void (await instance.cancel(TASK));
    if (reply === 'something else')
      return void (await instance.submit({ taskId: TASK, body: 'Never mind.', whenOpen: 'queue' }));
    const calls = reply === 'one yes' ? pause.calls.slice(0, 1) : pause.calls;
    await instance.resume(
      TASK,
      calls.map(({ callId }) => ({ callId, content: reply === 'no' ? 'no' : 'yes' })),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leaving.abort();
    await this.#watching;
    await this.#watcher.stop({ drainMs: 0 });
    await this.#peers[Symbol.asyncDispose]();
  }
}
