import { endDiscussion, endNominations } from '../rules/day.ts';
import { livingPlayers } from '../rules/game-state.ts';
import { forNarrator, forPlayers } from './payloads.ts';
import { direct, speak, type Stage } from './stage.ts';

const MAX_SPEECHES = 8;

/** A day up to the trial: talk as long as the narrator likes, then nominations. */
export async function playDay(stage: Stage): Promise<void> {
  await discuss(stage);
  await nominate(stage);
}

async function discuss(stage: Stage): Promise<void> {
  const { table } = stage;
  for (let speeches = 0; speeches < MAX_SPEECHES; speeches += 1) {
    await direct(stage, {
      payload: forNarrator.discuss(table.state),
      isDone: (state) => state.phase !== 'discussion' || state.speeches.length > speeches,
    });
    const { phase, speaker } = table.state;
    if (phase !== 'discussion' || table.state.speeches.length <= speeches || speaker === null) break;
    await speak(stage, speaker, forPlayers.discuss(table.state));
  }
  if (table.state.phase === 'discussion') table.state = endDiscussion(table.state);
}

async function nominate(stage: Stage): Promise<void> {
  const { table } = stage;
  for (const { name } of livingPlayers(table.state)) await speak(stage, name, forPlayers.nominate(table.state, name));
  await direct(stage, { payload: forNarrator.nominate() });
  table.state = endNominations(table.state);
}
