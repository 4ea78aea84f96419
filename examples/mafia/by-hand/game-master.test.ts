import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { deal } from '../cast/deal.ts';
import { mafiaSwarm, NARRATOR } from '../cast/mafia-swarm.ts';
import { Table } from '../cast/table.ts';
import { startGame } from '../rules/game-state.ts';
import { scriptedNarrator } from '../scripted/scripted-narrator.ts';
import { scriptedPlayer } from '../scripted/scripted-player.ts';
import { GameMaster } from './game-master.ts';

async function openVillage(players = 6, seed = '1') {
  const cast = deal(players, seed);
  const table = new Table(startGame(cast.map(({ persona, role }) => ({ name: persona.name, role }))));
  const village = mafiaSwarm(cast, table, (part) =>
    part === NARRATOR ? scriptedNarrator(seed) : scriptedPlayer(part.persona.name, seed),
  );
  const store = await openStore('sqlite::memory:');
  const instance = await village.instantiate({ store, mode: 'manual' });
  const master = new GameMaster(cast, table);
  const begin = async (taskId: string): Promise<void> => {
    await instance.submit({ taskId, body: 'Night falls.', recipients: ['all'] });
    master.begun(instance, taskId);
  };
  /** Does what a person does who takes every proposal. */
  const take = async (taskId: string) => {
    const step = await master.propose(instance, taskId);
    if (step === undefined) return undefined;
    const result = await instance.manualStep({ taskId, ...step });
    master.stepped(instance, taskId, step, result);
    return { step, result };
  };
  const close = async (): Promise<void> => {
    await instance[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  };
  return { instance, master, table, begin, take, [Symbol.asyncDispose]: close };
}

test('taking every proposed step plays a whole game', async () => {
  await using village = await openVillage();
  await village.begin('game');
  const speakers = new Set<string>();
  let last = await village.take('game');
  for (let steps = 0; last !== undefined && steps < 1000; steps += 1) {
    speakers.add(last.step.target);
    if (last.result.status === 'complete') break;
    last = await village.take('game');
  }
  expect(last?.result.status).toBe('complete');
  expect(village.table.state.winner).not.toBeNull();
  expect(speakers.size).toBeGreaterThan(3);
  expect(await village.master.propose(village.instance, 'game')).toBeUndefined();
});

test('the night is private, and a step against the rules changes nothing', async () => {
  await using village = await openVillage();
  await village.begin('game');
  const first = (await village.master.propose(village.instance, 'game'))!;
  expect(first.responseTargets).toEqual([NARRATOR]);
  expect(first.payload).toContain('Whom do you protect?');
  const other = village.table.state.players.find(({ name }) => name !== first.target)!.name;
  const result = { run: 1, stepId: 's', status: 'done', text: 'I am only dreaming.' } as never;
  village.master.stepped(village.instance, 'game', { target: other }, result);
  expect(await village.master.propose(village.instance, 'game')).toEqual(first);
  await village.take('game');
  expect((await village.master.propose(village.instance, 'game'))!.target).toBe(NARRATOR);
});

test('there is one game at a time, and it starts at the beginning', async () => {
  await using village = await openVillage();
  await village.begin('first');
  const opening = await village.master.propose(village.instance, 'first');
  for (let steps = 0; steps < 3; steps += 1) await village.take('first');
  await village.begin('second');
  expect(await village.master.propose(village.instance, 'second')).toEqual(opening);
  expect(await village.master.propose(village.instance, 'first')).toBeUndefined();
  expect(await village.master.propose(village.instance, 'unknown')).toBeUndefined();
  // Saying something more does not begin anew.
  await village.take('second');
  await village.begin('second');
  expect(await village.master.propose(village.instance, 'second')).not.toEqual(opening);
});
