import { type GameState, startGame, toNight } from '../rules/game-state.ts';
import type { Character } from '../cast/deal.ts';
import { mafiaSwarm, type Models } from '../cast/mafia-swarm.ts';
import { Table } from '../cast/table.ts';
import type { SwarmInstance } from '@posthouse/runtime';
import type { Store } from '@posthouse/store';
import { forNarrator } from './payloads.ts';
import { playDay } from './play-day.ts';
import { playNight } from './play-night.ts';
import { playTrial } from './play-trial.ts';
import { conclude, direct, type Stage } from './stage.ts';

/** Longer than any game: every night that is not saved has its victim. */
const MAX_ROUNDS = 30;

export type GameOptions = {
  cast: readonly Character[];
  models: Models;
  store: Store;
  taskId: string;
  /** Watches the game. Called once the task is there, and waited for at the end. */
  watch?: (instance: SwarmInstance) => Promise<void>;
};

export type GameResult = { state: GameState; epilogue: string };

/** Plays a game of Mafia to its end. */
export async function playGame({ cast, models, store, taskId, watch }: GameOptions): Promise<GameResult> {
  const table = new Table(startGame(cast.map(({ persona, role }) => ({ name: persona.name, role }))));
  const village = mafiaSwarm(cast, table, models);
  await using instance = await village.instantiate({ store, userId: 'the-game', mode: 'manual' });
  await instance.submit({ taskId, body: 'Night falls over Saltmarsh, and the game begins.', recipients: ['all'] });
  const watching = watch?.(instance);
  const epilogue = await playRounds({ instance, taskId, table });
  await watching;
  return { state: table.state, epilogue };
}

/** Plays until somebody has won; gives the narrator's last word. */
export async function playRounds(stage: Stage): Promise<string> {
  const { table } = stage;
  while (table.state.winner === null && table.state.round <= MAX_ROUNDS) await playRound(stage);
  return conclude(stage, forNarrator.end(table.state));
}

/** A night and the day after it. */
async function playRound(stage: Stage): Promise<void> {
  const { table } = stage;
  const news = await playNight(stage);
  await direct(stage, { payload: forNarrator.dawn(table.state, news) });
  if (table.state.winner !== null) return;
  await playDay(stage);
  await playTrial(stage);
  if (table.state.winner === null) table.state = toNight(table.state);
}
