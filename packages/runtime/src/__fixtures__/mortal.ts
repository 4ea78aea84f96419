import { appendFileSync, closeSync, fsyncSync, openSync } from 'node:fs';
import { openStore } from '@posthouse/store';
import { Engine } from '../office/engine.ts';
import { Office } from '../office/office.ts';
import type { Effect } from './check-effects.ts';
import { dramas } from './drama.ts';
import { faultyStore } from './faulty-store.ts';
import { Fuse } from './fuse.ts';
import { OWNER } from './stage.ts';

/** What a process is told that a test starts in order to kill it. */
export type Mortal = {
  /** Store URL. */
  url: string;
  /** The file to which actions add a line for everything they do. */
  effects: string;
  /** How far the clock is ahead, in milliseconds: past the leases of those who were killed before. */
  ahead: number;
  /** Kills itself so many milliseconds after the n-th moment, unless it is done before or somebody else is quicker. */
  death?: { moment: number; delay: number };
};

class Deadline extends Fuse {
  readonly #death: Mortal['death'];

  constructor(death: Mortal['death']) {
    super();
    this.#death = death;
  }

  override survives(moment: string): boolean {
    const survives = super.survives(moment);
    if (this.moments.length !== this.#death?.moment) return survives;
    if (this.#death.delay === 0) die();
    else setTimeout(die, this.#death.delay);
    return survives;
  }
}

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Effects that survive the process: each is on disk before the action goes on. */
class EffectsFile extends Array<Effect> {
  readonly path: string;

  constructor(path: string) {
    super();
    this.path = path;
  }

  override push(...effects: Effect[]): number {
    const file = openSync(this.path, 'a');
    for (const effect of effects) appendFileSync(file, `${JSON.stringify(effect)}\n`);
    fsyncSync(file);
    closeSync(file);
    return effects.length;
  }
}

/** Plays the dramas on a database file, as far as it is let. */
async function live({ url, effects, ahead, death }: Mortal): Promise<void> {
  const fuse = new Deadline(death);
  const now = () => Date.now() + ahead;
  await using store = await openStore(url, { now });
  const { definition } = dramas.swarm({ fuse, store, effects: new EffectsFile(effects) });
  const onError = (error: unknown): void => {
    console.error(error);
    process.exitCode = 1;
  };
  await using engine = await Engine.start({ store: faultyStore(store, fuse), swarms: [definition], now, onError });
  console.log('alive');
  await dramas.drive(new Office(definition, OWNER, engine));
  console.log('done');
}

await live(JSON.parse(process.argv[2]!) as Mortal);
