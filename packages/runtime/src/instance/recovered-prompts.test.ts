import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkWire } from '../__fixtures__/check-wire.ts';
import { drama } from '../__fixtures__/drama.ts';
import { Fuse } from '../__fixtures__/fuse.ts';
import { RandomPeople } from '../__fixtures__/random-people.ts';
import { randomPlay, toRandomSwarm } from '../__fixtures__/random-play.ts';
import { OWNER, type Scene, Stage } from '../__fixtures__/stage.ts';
import { composeSystemResponse } from '../messages/compose-messages.ts';
import { DOOR_NAMES, type OpenDoor, openDoor } from '../models/__fixtures__/doors.ts';
import { toPrompt } from '../turns/to-prompt.ts';
import { readTurn } from '../task/turn-data.ts';

const isFull = process.env.TEST_FULL === '1';
let doors: OpenDoor[] = [];

beforeAll(async () => {
  doors = await Promise.all(DOOR_NAMES.map((name) => openDoor(name, { script: () => ({ text: 'I see.' }) })));
});

afterAll(async () => {
  for (const door of doors) await door[Symbol.asyncDispose]();
});

const news = composeSystemResponse({ taskId: 't', swarm: 's' }, 'a', { subject: 'And now?', body: 'Go on.' });

/** Sends what every agent remembers of the tasks on a stage through every provider; gives what one would refuse. */
async function ask(stage: Stage): Promise<string[]> {
  const [task] = await stage.store.list(OWNER, undefined, 1);
  const rows = await stage.store.turns(task!.key, Number.MAX_SAFE_INTEGER);
  const problems: string[] = [];
  for (const [agent, turns] of Map.groupBy(rows, (row) => row.agent)) {
    const messages = toPrompt(turns.map(readTurn), [news]);
    for (const [index, { llm, respond }] of doors.entries()) {
      const request = { agent, messages, inputs: [news], tools: [], signal: new AbortController().signal };
      const answer = await respond({ ...request, toolChoice: 'auto', onDelta: () => undefined });
      expect(answer.text).toBe('I see.');
      const wrong = checkWire(llm.requests.at(-1)!.body);
      problems.push(...wrong.map((problem) => `${DOOR_NAMES[index]} is sent ${problem} for ${agent}`));
    }
  }
  return problems;
}

async function playWithCrash(stage: Stage, scene: (fuse: Fuse) => Scene, moment: number): Promise<boolean> {
  const fuse = new Fuse(moment);
  if (await stage.play(scene(fuse), fuse)) return false;
  const next = new Fuse();
  return await stage.play(scene(next), next);
}

test('every provider accepts the prompts that follow a crash anywhere', async () => {
  for (let moment = 1; ; moment += isFull ? 1 : 15) {
    await using stage = await Stage.open();
    const crashed = await playWithCrash(stage, () => drama, moment);
    expect(await ask(stage), `after a crash at moment ${moment}`).toEqual([]);
    if (!crashed) break;
  }
}, 120_000);

test('every provider accepts the prompts that follow a crash in any play', async () => {
  const numRuns = Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 10);
  await fc.assert(
    fc.asyncProperty(randomPlay, fc.integer({ min: 5, max: 60 }), async (play, moment) => {
      await using stage = await Stage.open();
      const people = new RandomPeople(stage.store, play.deeds);
      const scene = (fuse: Fuse): Scene => ({
        swarm: (process) => toRandomSwarm(process, play),
        drive: (instance) => people.drive([instance], () => fuse.dead),
      });
      await playWithCrash(stage, scene, moment);
      expect(await ask(stage)).toEqual([]);
    }),
    { numRuns },
  );
}, 600_000);
