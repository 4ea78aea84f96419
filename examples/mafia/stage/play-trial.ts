import { NARRATOR } from '../cast/mafia-swarm.ts';
import { livingPlayers } from '../rules/game-state.ts';
import { endTrial, endVote } from '../rules/trial.ts';
import { forNarrator, forPlayers } from './payloads.ts';
import { direct, speak, type Stage, whisper } from './stage.ts';

const MAX_VOTES = 2;

/** A trial: defence, a vote between several nominees, last words, and the verdict. */
export async function playTrial(stage: Stage): Promise<void> {
  const { table } = stage;
  for (const { name } of table.state.nominees) await speak(stage, name, forPlayers.defend());
  for (let vote = 1; table.state.phase === 'vote' && vote <= MAX_VOTES; vote += 1) await voteOnce(stage, vote > 1);
  if (table.state.phase === 'gallows') await judge(stage);
  else await direct(stage, { payload: forNarrator.noTrial() });
}

/** Ballots are secret, so nobody has to wait for anybody: all are asked at the same time. */
async function voteOnce(stage: Stage, again: boolean): Promise<void> {
  const { table } = stage;
  const voters = livingPlayers(table.state).map((player) => player.name);
  const payload = forPlayers.vote(table.state, again);
  await Promise.all(voters.map((name) => whisper(stage, name, [NARRATOR], payload)));
  await direct(stage, {
    payload: forNarrator.vote(voters),
    isDone: ({ votes }) => voters.every((name) => name in votes),
  });
  table.state = endVote(table.state);
}

async function judge(stage: Stage): Promise<void> {
  const { table } = stage;
  const condemned = table.state.condemned!;
  await speak(stage, condemned, forPlayers.lastWords());
  const voters = livingPlayers(table.state)
    .map((player) => player.name)
    .filter((name) => name !== condemned);
  const payload = forPlayers.verdict(table.state);
  await Promise.all(voters.map((name) => whisper(stage, name, [NARRATOR], payload)));
  await direct(stage, {
    payload: forNarrator.verdict(voters),
    isDone: ({ verdicts }) => voters.every((name) => name in verdicts),
  });
  const { state, executed } = endTrial(table.state);
  table.state = state;
  await direct(stage, { payload: forNarrator.outcome(state, executed) });
}
