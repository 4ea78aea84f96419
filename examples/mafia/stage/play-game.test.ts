import { createOpenAI } from '@ai-sdk/openai';
import { EVERYONE, type LogEntry, recipientsOf } from '@posthouse/protocol';
import { openStore } from '@posthouse/store';
import { startScriptedLLM } from '@posthouse/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Played, playThrough } from '../__fixtures__/rehearsal.ts';
import { deal } from '../cast/deal.ts';
import { NARRATOR } from '../cast/mafia-swarm.ts';
import { livingPlayers } from '../rules/game-state.ts';
import { winnerOf } from '../rules/winner.ts';
import { narratorScript } from '../scripted/scripted-narrator.ts';
import { playerScript } from '../scripted/scripted-player.ts';
import { toLines } from '../to-lines.ts';
import { playGame } from './play-game.ts';

const full = process.env.TEST_FULL === '1';
const MANY = [4, 5, 7, 8, 12, 16].flatMap((players) =>
  Array.from({ length: 5 }, (_, index) => [players, index + 1] as const),
);
const FEW = [
  [4, 1],
  [7, 3],
  [8, 2],
] as const;

/** When somebody was declared dead, by `seq`. */
function deathsIn(entries: readonly LogEntry[]): Map<string, number> {
  const deaths = new Map<string, number>();
  for (const entry of entries) {
    if (entry.type !== 'message' || entry.message.message.sender.address !== NARRATOR) continue;
    const name = /(\w+) was (?:killed|executed)\./.exec(entry.message.message.body)?.[1];
    if (name !== undefined && !deaths.has(name)) deaths.set(name, entry.seq);
  }
  return deaths;
}

/** What the dead did, a sentence each. */
function hauntingsIn({ entries }: Played): string[] {
  const deaths = deathsIn(entries);
  const isDead = (name: string, seq: number) => seq > (deaths.get(name) ?? Number.POSITIVE_INFINITY);
  return entries.flatMap((entry) => {
    if (entry.type === 'message') {
      const { sender, subject } = entry.message.message;
      if (isDead(sender.address, entry.seq)) return [`${sender.address} spoke at ${entry.seq}`];
      return subject === '::manual_step::' && isDead(entry.to, entry.seq)
        ? [`${entry.to} was asked at ${entry.seq}`]
        : [];
    }
    if (entry.type !== 'call') return [];
    const { voter, doctor, detective, by, second } = entry.input as Record<string, string>;
    return [voter, doctor, detective, by, second]
      .filter((name) => name !== undefined && isDead(name, entry.seq))
      .map((name) => `${name} took part in ${entry.tool} at ${entry.seq}`);
  });
}

/** What somebody read that was not meant for them, a sentence each. */
function leaksIn({ turns }: Played): string[] {
  return turns.flatMap(({ agent, data }) =>
    (data as unknown as { inputs: Parameters<typeof recipientsOf>[0][] }).inputs.flatMap((input) => {
      const hearers = recipientsOf(input).map(({ address }) => address);
      return hearers.includes(agent) || hearers.includes(EVERYONE)
        ? []
        : [`${agent} read what was for ${hearers.join(', ')}`];
    }),
  );
}

describe.each(full ? MANY : FEW)('a game of %i with seed %i', (players, seed) => {
  let game: Played;
  beforeAll(async () => {
    game = await playThrough(players, seed);
  }, 300_000);

  test('every game has a winner by the rules, and announces it', () => {
    const { state, epilogue, entries } = game;
    expect(state.winner).not.toBeNull();
    expect(winnerOf(state)).toBe(state.winner);
    expect(epilogue).toContain(`Winner: ${state.winner}`);
    expect(entries.at(-1)).toMatchObject({ type: 'run-ended', outcome: 'complete', text: epilogue });
    expect(deathsIn(entries).size).toBe(players - livingPlayers(state).length);
  });

  test('never lets the dead act', () => {
    expect(hauntingsIn(game)).toEqual([]);
  });

  test('keeps private messages from everybody else', () => {
    expect(leaksIn(game)).toEqual([]);
    for (const { persona, role } of game.cast) {
      const read = JSON.stringify(game.requests.get(persona.name)!.map((request) => request.messages));
      const conspires = /The tide should take|I say it is the turn of/.test(read);
      expect(conspires && role !== 'Mafia', `${persona.name} knows of the plans`).toBe(false);
      expect(/is (not )?a member of the Mafia/.test(read) && role !== 'Detective').toBe(false);
    }
  });

  test('uses tools without a refusal, and everybody who deliberated took notes', () => {
    const { entries, cast } = game;
    const calls = entries.filter((entry) => entry.type === 'call-ended' && entry.kind === 'action');
    expect(calls.filter((entry) => entry.type === 'call-ended' && entry.result.status !== 'success')).toEqual([]);
    const tools = new Set(calls.map((entry) => (entry.type === 'call-ended' ? entry.tool : '')));
    expect([...tools]).toEqual(expect.arrayContaining(['mafia_vote_kill', 'doctor_protect']));
    const names = new Set(cast.map(({ persona }) => persona.name));
    const noted = calls.filter((entry) => entry.type === 'call-ended' && entry.tool === 'note_suspicion');
    for (const { agent } of noted) expect(names).toContain(agent);
  });
});

test('a game over the wire of a real provider has the same result', async () => {
  const cast = deal(5, 2);
  const narrate = narratorScript(2);
  const players = new Map(cast.map(({ persona }) => [persona.name, playerScript(persona.name, 2)]));
  await using llm = await startScriptedLLM({
    script: (request) => (players.get(/^You are (\w+)\./.exec(request.system)?.[1] ?? '') ?? narrate)(request),
  });
  const provider = createOpenAI({ baseURL: `${llm.url}/v1`, apiKey: 'not needed' });
  await using store = await openStore('sqlite::memory:');
  const { state } = await playGame({ cast, store, taskId: 'wired', models: () => provider('gpt-5') });
  llm.assertClean();
  expect(state).toEqual((await playThrough(5, 2)).state);
});

test('the same seed gives the same game, word for word', async () => {
  const publicly = ({ entries }: Played) => {
    const seen = new Set<string>();
    return entries.flatMap((entry) => toLines(entry, seen)).filter((line) => line.kind === 'public');
  };
  const [one, other] = [await playThrough(8, 3), await playThrough(8, 3)];
  expect(publicly(other)).toEqual(publicly(one));
  expect(other.state).toEqual(one.state);
});
