import { openStore } from '@posthouse/store';
import { Engine } from '../engine/engine.ts';
import { SwarmInstance } from '../instance/swarm-instance.ts';
import { Deadline, type Death } from './deadline.ts';
import { dramas } from './drama.ts';
import { EffectsFile } from './effects-file.ts';
import { faultyStore } from './faulty-store.ts';
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
  death?: Death;
};

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
  await dramas.drive(new SwarmInstance(definition, OWNER, engine));
  console.log('done');
}

await live(JSON.parse(process.argv[2]!) as Mortal);
