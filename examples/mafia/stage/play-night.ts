import { toFinding } from '../cast/actions.ts';
import { NARRATOR } from '../cast/mafia-swarm.ts';
import { livingPlayers } from '../rules/game-state.ts';
import { endNight } from '../rules/night.ts';
import { forNarrator, forPlayers } from './payloads.ts';
import { direct, type Stage, whisper } from './stage.ts';

const MAX_KILL_VOTES = 3;

/** A night: everybody with something to do in the dark does it, and nobody else hears of it. */
export async function playNight(stage: Stage): Promise<{ victim: string | null; saved: boolean }> {
  await protectSomebody(stage);
  await investigateSomebody(stage);
  await killSomebody(stage);
  const { state, ...news } = endNight(stage.table.state);
  stage.table.state = state;
  return news;
}

async function protectSomebody(stage: Stage): Promise<void> {
  for (const { name } of livingPlayers(stage.table.state, 'Doctor')) {
    await whisper(stage, name, [NARRATOR], forPlayers.protect(stage.table.state));
    await direct(stage, {
      payload: forNarrator.protect(name),
      hearers: [name],
      isDone: ({ protections }) => name in protections,
    });
  }
}

async function investigateSomebody(stage: Stage): Promise<void> {
  const { instance, taskId, table } = stage;
  for (const { name } of livingPlayers(table.state, 'Detective')) {
    await whisper(stage, name, [NARRATOR], forPlayers.investigate(table.state, name));
    await direct(stage, {
      payload: forNarrator.investigate(name),
      hearers: [name],
      isDone: ({ investigations }) => name in investigations,
    });
    const target = table.state.investigations[name];
    const suspect = table.state.players.find((player) => player.name === target);
    if (suspect === undefined) continue;
    // The truth comes from the game itself, whatever the narrator makes of it.
    await instance.submit({ taskId, recipients: [name], body: toFinding(suspect.name, suspect.role === 'Mafia') });
  }
}

/** The Mafia hear each other one after the other. If they cannot agree after all, the night stays quiet. */
async function killSomebody(stage: Stage): Promise<void> {
  const { table } = stage;
  const members = livingPlayers(table.state, 'Mafia').map((player) => player.name);
  for (let vote = 1; vote <= MAX_KILL_VOTES; vote += 1) {
    for (const name of members) {
      const hearers = [NARRATOR, ...members.filter((member) => member !== name)];
      await whisper(stage, name, hearers, forPlayers.kill(table.state, vote > 1));
    }
    await direct(stage, {
      payload: forNarrator.kill(members),
      hearers: members,
      isDone: ({ kills, killTied }) => killTied || members.every((name) => name in kills),
    });
    if (!table.state.killTied) return;
  }
}
