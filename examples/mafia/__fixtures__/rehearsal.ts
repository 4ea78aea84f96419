import type { LogEntry } from '@posthouse/protocol';
import type { SwarmInstance } from '@posthouse/runtime';
import { scripted, type ScriptedModel, type ScriptedRequest } from '@posthouse/runtime/scripted';
import { openStore, type Turn } from '@posthouse/store';
import { type Character, deal } from '../cast/deal.ts';
import { mafiaSwarm, type Models, NARRATOR } from '../cast/mafia-swarm.ts';
import { PERSONAS } from '../cast/personas.ts';
import { Table } from '../cast/table.ts';
import { type GameState, startGame } from '../rules/game-state.ts';
import type { Role } from '../rules/roles.ts';
import { readPrompt } from '../scripted/read-prompt.ts';
import { scriptedNarrator } from '../scripted/scripted-narrator.ts';
import { scriptedPlayer } from '../scripted/scripted-player.ts';
import { type GameResult, playGame } from '../stage/play-game.ts';
import type { Stage } from '../stage/stage.ts';

export const TASK = 'game';

export type Played = GameResult & {
  cast: Character[];
  entries: LogEntry[];
  turns: Turn[];
  /** What the model of each part was asked. */
  requests: Map<string, readonly ScriptedRequest[]>;
};

/** Plays a whole game with scripts, and keeps everything there is to know about it. */
export async function playThrough(players: number, seed: number): Promise<Played> {
  const cast = deal(players, seed);
  const models = new Map<string, ScriptedModel>();
  await using store = await openStore('sqlite::memory:');
  const result = await playGame({
    cast,
    store,
    taskId: TASK,
    models: (part) => {
      const name = part === NARRATOR ? NARRATOR : part.persona.name;
      const model = part === NARRATOR ? scriptedNarrator(seed) : scriptedPlayer(name, seed);
      models.set(name, model);
      return model;
    },
  });
  const task = await store.find({ swarm: 'saltmarsh', role: 'user', id: 'the-game' }, TASK);
  const { entries } = await store.read(task!.key, 0, 1_000_000);
  const turns = await store.turns(task!.key, Number.MAX_SAFE_INTEGER);
  return {
    ...result,
    cast,
    entries,
    turns,
    requests: new Map([...models].map(([name, model]) => [name, model.requests])),
  };
}

/** Says what somebody answers to a question. */
export type Wit = (name: string, question: string) => string;

/** A stage in the middle of a game, with people who answer as a test wants them to. */
export async function onStage<Result>(
  roles: Role[],
  wit: Wit,
  scene: (stage: Stage & { instance: SwarmInstance }, entries: () => Promise<LogEntry[]>) => Promise<Result>,
  changes: Partial<GameState> = {},
): Promise<Result> {
  const cast = roles.map((role, index) => ({ role, persona: PERSONAS[index]! }));
  const table = new Table({
    ...startGame(cast.map(({ persona, role }) => ({ name: persona.name, role }))),
    ...changes,
  });
  const models: Models = (part) =>
    part === NARRATOR
      ? scriptedNarrator(1)
      : scripted((request) => ({ text: wit(part.persona.name, readPrompt(request).question) }));
  await using store = await openStore('sqlite::memory:');
  await using instance = await mafiaSwarm(cast, table, models).instantiate({
    store,
    userId: 'the-game',
    mode: 'manual',
  });
  await instance.submit({ taskId: TASK, body: 'Begin.', recipients: ['all'] });
  const entries = async () => (await store.read((await instance.task(TASK))!.key, 0, 100_000)).entries;
  return await scene({ instance, taskId: TASK, table }, entries);
}
