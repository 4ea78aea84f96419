import { PosthouseError } from '@posthouse/protocol';
import type { SwarmInstance, StepOptions, StepResult } from '@posthouse/runtime';
import { NARRATOR } from '../cast/mafia-swarm.ts';
import type { Table } from '../cast/table.ts';
import type { GameState } from '../rules/game-state.ts';

/** What a game needs of an instance. */
export type GameInstance = Pick<SwarmInstance, 'submit' | 'manualStep' | 'cancel'>;

/** A game under way: who asks, about which task, and where the rules are kept. */
export type Stage = { instance: GameInstance; taskId: string; table: Table };

/** Old talk is summed up before a prompt fills three quarters of what a model reads. */
const CONTEXT_RATIO = 0.75;
const MAX_REMINDERS = 2;

/** Lets a player speak so that everybody hears it. */
export async function speak(stage: Stage, target: string, payload: string): Promise<string> {
  return (await step(stage, { target, payload })).text;
}

/** Lets a player speak to some only. */
export async function whisper(stage: Stage, target: string, hearers: string[], payload: string): Promise<string> {
  const responseType = hearers.length === 1 ? 'response' : 'broadcast';
  return (await step(stage, { target, payload, responseType, responseTargets: hearers })).text;
}

export type Direction = {
  payload: string;
  /** Who hears what the narrator says when its tools have run; everybody unless given. */
  hearers?: string[];
  /** Whether the narrator has done what it was told to. */
  isDone?: (state: GameState) => boolean;
};

/** Lets the narrator act. One that forgets something is reminded, and then the game goes on without it. */
export async function direct(stage: Stage, { payload, hearers, isDone = () => true }: Direction): Promise<void> {
  const heard = hearers === undefined ? {} : { responseTargets: hearers };
  for (let reminders = 0; reminders <= MAX_REMINDERS; reminders += 1) {
    const reminder = reminders === 0 ? '' : 'Something is still missing. ';
    const { status } = await step(stage, { target: NARRATOR, payload: `${reminder}${payload}`, ...heard });
    if (status === 'complete')
      throw new PosthouseError({ code: 'cancelled', message: 'the narrator has ended the game' });
    if (isDone(stage.table.state)) return;
  }
}

/** Asks the narrator for the last word, which ends the task. */
export async function conclude(stage: Stage, payload: string): Promise<string> {
  for (let reminders = 0; reminders <= MAX_REMINDERS; reminders += 1) {
    const { status, text } = await step(stage, { target: NARRATOR, payload });
    if (status === 'complete') return text;
  }
  await stage.instance.cancel(stage.taskId);
  return '';
}

function step({ instance, taskId }: Stage, options: Omit<StepOptions, 'taskId'>): Promise<StepResult> {
  return instance.manualStep({ taskId, dynamicContextRatio: CONTEXT_RATIO, ...options });
}
