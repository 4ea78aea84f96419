import { openStore, type Store } from '@posthouse/store';
import { Engine } from '../engine/engine.ts';
import { SwarmInstance, type RunMode } from '../instance/swarm-instance.ts';
import type { Swarm } from '../swarm.ts';
import { checkEffects, type Effect } from './check-effects.ts';
import { checkTask, readWholeTask } from './check-task.ts';
import { faultyStore } from './faulty-store.ts';
import { slowStore } from './slow-store.ts';
import type { Fuse } from './fuse.ts';

/** What the agents and actions of one process on stage can reach. */
export type StageProcess = {
  /** Ask it around everything that happens outside the store. */
  fuse: Fuse;
  /** The store itself, for agents that look up what they have read before. */
  store: Store;
  effects: Effect[];
};

export type Scene = {
  mode?: RunMode;
  swarm(process: StageProcess): Swarm;
  /** What people do. After a crash they begin from the start, so each step has to be one that can be done again. */
  drive(instance: SwarmInstance): Promise<void>;
};

export type StageOptions = {
  /** A seed: the store takes its time to answer, as one does that is elsewhere. */
  latency?: number;
  /** Opens the store, on the stage's clock; each process has one of its own then. In memory, all share one. */
  open?: (now: () => number) => Promise<Store>;
};

export const OWNER = { swarm: 'crash-test', role: 'user', id: 'u-1' } as const;

/** Longer than a lease: whoever was there before counts as gone. */
const SILENCE_MS = 20_000;
const TIMEOUT_MS = 10_000;

/** A store on which processes play a scene one after the other, each until it is done or dies. */
export class Stage implements AsyncDisposable {
  readonly store: Store;
  readonly effects: Effect[] = [];
  /** What the runtime could tell nobody. */
  readonly errors: unknown[] = [];
  readonly #clock: { ahead: number };

  readonly #options: StageOptions;
  readonly #ownStores: Store[] = [];

  private constructor(store: Store, clock: { ahead: number }, options: StageOptions) {
    this.store = store;
    this.#clock = clock;
    this.#options = options;
  }

  static async open(options: StageOptions = {}): Promise<Stage> {
    const clock = { ahead: 0 };
    const now = () => Date.now() + clock.ahead;
    const { open = () => openStore('sqlite::memory:', { now }) } = options;
    return new Stage(await open(now), clock, options);
  }

  now(): number {
    return Date.now() + this.#clock.ahead;
  }

  /** Lets all leases run out. What a process had sent before it died arrives before that. */
  async passTime(): Promise<void> {
    for (let tick = 0; tick < 200; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    this.#clock.ahead += SILENCE_MS;
  }

  /** Whether the scene came to its end before the process died. */
  async play(scene: Scene, fuse: Fuse): Promise<boolean> {
    await this.passTime();
    const { definition } = scene.swarm({ fuse, store: this.store, effects: this.effects });
    let engine: Engine | undefined;
    const live = async (): Promise<true> => {
      engine = await this.start({ definition }, fuse);
      await scene.drive(new SwarmInstance(definition, OWNER, engine, scene.mode));
      return true;
    };
    const finished = await Promise.race([live(), fuse.blown.then(() => false), this.#timeOut(fuse)]);
    // The dead do not clean up; only their timers must not go on.
    if (finished) await engine!.stop();
    else void engine?.stop({ drainMs: 0 });
    return finished;
  }

  async start({ definition }: Pick<Swarm, 'definition'>, fuse: Fuse, node?: string): Promise<Engine> {
    const { latency } = this.#options;
    const store = await this.#ownStore();
    return Engine.start({
      store: faultyStore(latency === undefined ? store : slowStore(store, latency), fuse),
      swarms: [definition],
      node,
      now: () => this.now(),
      onError: (error) => {
        if (!fuse.dead) this.errors.push(error);
      },
    });
  }

  /** Everything that is wrong with what is left on stage. */
  async problems(): Promise<string[]> {
    const tasks = await this.store.list(OWNER, undefined, 1_000);
    const problems: string[] = this.errors.map(
      (error) => `told nobody: ${error instanceof Error ? error.stack : String(error)}`,
    );
    for (const { key, taskId } of tasks) {
      const whole = await readWholeTask(this.store, key);
      const effects = this.effects.filter((effect) => effect.key.includes(`/${taskId}/`));
      problems.push(...checkTask(whole), ...checkEffects(effects, whole.entries));
    }
    return problems;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const store of [...this.#ownStores, this.store]) await store[Symbol.asyncDispose]();
  }

  /** The store as a process of its own has it. */
  async #ownStore(): Promise<Store> {
    const { open } = this.#options;
    if (open === undefined) return this.store;
    const store = await open(() => this.now());
    this.#ownStores.push(store);
    return store;
  }

  async #timeOut(fuse: Fuse): Promise<never> {
    await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS).unref());
    throw new Error(`the scene does not end; the last moments were:\n${fuse.moments.slice(-10).join('\n')}`);
  }
}
