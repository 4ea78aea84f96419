import { SwarmInstance } from '../instance/swarm-instance.ts';
import { checkReadingOrder } from './check-reading-order.ts';
import { readWholeTask } from './check-task.ts';
import { Fuse } from './fuse.ts';
import { RandomPeople, TASK } from './random-people.ts';
import { type RandomPlay, toRandomSwarm } from './random-play.ts';
import { OWNER, Stage, type StageOptions } from './stage.ts';

/** Everything that is wrong, the order of reading included. */
async function problemsOf(stage: Stage): Promise<string[]> {
  const { key } = (await stage.store.find(OWNER, TASK))!;
  return [...(await stage.problems()), ...checkReadingOrder(await readWholeTask(stage.store, key))];
}

/** Plays on one process after the other; each dies at its moment, the last one lives. */
export async function playWithCrashes(
  play: RandomPlay,
  moments: readonly number[],
  options: StageOptions = {},
): Promise<string[]> {
  await using stage = await Stage.open(options);
  const people = new RandomPeople(stage.store, play.deeds);
  for (const fuse of [...moments.map((moment) => new Fuse(moment)), new Fuse()]) {
    const swarm = () => toRandomSwarm({ fuse, store: stage.store, effects: stage.effects }, play);
    if (await stage.play({ swarm, drive: (instance) => people.drive([instance], () => fuse.dead) }, fuse)) break;
  }
  return await problemsOf(stage);
}

/** Plays on two processes at once. If the second dies at some moment, a third comes and takes over. */
export async function playOnTwoNodes(
  play: RandomPlay,
  { moment, ...options }: StageOptions & { moment?: number } = {},
): Promise<string[]> {
  await using stage = await Stage.open(options);
  const people = new RandomPeople(stage.store, play.deeds);
  const open = async (fuse: Fuse, name: string) => {
    const { definition } = toRandomSwarm({ fuse, store: stage.store, effects: stage.effects }, play);
    const engine = await stage.start({ definition }, fuse, name);
    return { engine, instance: new SwarmInstance(definition, OWNER, engine) };
  };
  const dying = new Fuse(moment);
  const first = await open(new Fuse(), 'first');
  const second = await open(dying, 'second');
  const played = people.drive([first.instance, second.instance], () => dying.dead).then(() => !dying.dead);
  const living = [first, second];
  if (!(await Promise.race([played, dying.blown.then(() => false)]))) {
    living.pop();
    void second.engine.stop({ drainMs: 0 });
    await stage.passTime();
    living.push(await open(new Fuse(), 'third'));
    await people.drive(living.map(({ instance }) => instance));
  }
  for (const { engine } of living) await engine.stop({ drainMs: 0 });
  return await problemsOf(stage);
}
