import type { SwarmOptions } from '../definitions/swarm-definition.ts';
import type { Engine } from '../engine/engine.ts';
import { SwarmInstance } from '../instance/swarm-instance.ts';
import { Fuse } from './fuse.ts';
import { type Cast, castOnStage } from './stage-cast.ts';
import { OWNER, Stage } from './stage.ts';

/** One of several processes on a stage. */
export type StageNode = { name: string; fuse: Fuse; engine: Engine; instance: SwarmInstance };

export async function openNode(
  stage: Stage,
  name: string,
  cast: Cast,
  options: Partial<SwarmOptions> = {},
): Promise<StageNode> {
  const fuse = new Fuse();
  const { definition } = castOnStage({ fuse, store: stage.store, effects: stage.effects }, cast, options);
  const engine = await stage.start({ definition }, fuse, name);
  return { name, fuse, engine, instance: new SwarmInstance(definition, OWNER, engine) };
}

/** Two processes that share a store and know the same swarm; afterwards nothing may be wrong with any task. */
export async function onTwoNodes(
  cast: Cast,
  scene: (nodes: { first: StageNode; second: StageNode; stage: Stage }) => Promise<void>,
  options: Partial<SwarmOptions> = {},
): Promise<string[]> {
  await using stage = await Stage.open();
  const first = await openNode(stage, 'first', cast, options);
  const second = await openNode(stage, 'second', cast, options);
  try {
    await scene({ first, second, stage });
    return await stage.problems();
  } finally {
    for (const { fuse, engine } of [first, second]) {
      if (fuse.dead) void engine.stop({ drainMs: 0 });
      else await engine.stop({ drainMs: 50 });
    }
  }
}

/** Resolves when something has come true. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 15_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`this never came true: ${isTrue.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
