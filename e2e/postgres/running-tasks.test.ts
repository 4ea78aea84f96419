import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Effect } from '../../packages/runtime/src/__fixtures__/check-effects.ts';
import { checkEffects } from '../../packages/runtime/src/__fixtures__/check-effects.ts';
import { checkTask, readWholeTask } from '../../packages/runtime/src/__fixtures__/check-task.ts';
import { dramas } from '../../packages/runtime/src/__fixtures__/drama.ts';
import { Fuse } from '../../packages/runtime/src/__fixtures__/fuse.ts';
import { OWNER } from '../../packages/runtime/src/__fixtures__/stage.ts';
import { Engine } from '../../packages/runtime/src/engine/engine.ts';
import { SwarmInstance } from '../../packages/runtime/src/instance/swarm-instance.ts';
import { openStore } from '../../packages/store/src/open-store.ts';
import { PostgresServer } from '../../packages/store/src/postgres/__fixtures__/start-postgres.ts';

const ROUNDS = process.env.TEST_FULL === '1' ? 10 : 2;
const RESTARTS = 3;

// In earnest: what was confirmed must be on the disk when the server falls.
let server: PostgresServer;
beforeEach(async () => {
  server = await PostgresServer.start({ fsync: true });
});
afterEach(() => server[Symbol.asyncDispose]());

/** Plays the dramas while the server is stopped and started again, a few times; gives everything that is wrong. */
async function playThroughRestarts(url: string, manner: 'fast' | 'immediate', pause: number): Promise<string[]> {
  await using store = await openStore(url);
  const effects: Effect[] = [];
  const problems: string[] = [];
  const { definition } = dramas.swarm({ fuse: new Fuse(), store, effects });
  await using engine = await Engine.start({
    store,
    swarms: [definition],
    onError: (error) => problems.push(`told nobody: ${error instanceof Error ? error.stack : String(error)}`),
  });
  const played = dramas.drive(new SwarmInstance(definition, OWNER, engine));
  for (let restarts = 0; restarts < RESTARTS; restarts += 1) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    await server.restart(manner);
  }
  await played;
  for (const { key, taskId } of await store.list(OWNER, undefined, 100)) {
    const whole = await readWholeTask(store, key);
    const own = effects.filter((effect) => effect.key.includes(`/${taskId}/`));
    problems.push(...checkTask(whole), ...checkEffects(own, whole.entries));
  }
  return problems;
}

describe('tasks that run while their database is restarted', () => {
  it.each(['fast', 'immediate'] as const)(
    `tasks end as if nothing had happened (%s, ${ROUNDS} rounds)`,
    async (manner) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const url = server.url(await server.newDatabase());
        expect(await playThroughRestarts(url, manner, 5 + round * 8)).toEqual([]);
      }
    },
    600_000,
  );
});
