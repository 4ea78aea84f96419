import { parseArgs, styleText } from 'node:util';
import type { SwarmInstance } from '@posthouse/runtime';
import { openStore } from '@posthouse/store';
import { deal } from './cast/deal.ts';
import { type Models, NARRATOR } from './cast/mafia-swarm.ts';
import { scriptedNarrator } from './scripted/scripted-narrator.ts';
import { scriptedPlayer } from './scripted/scripted-player.ts';
import { playGame } from './stage/play-game.ts';
import { type Line, toLines } from './to-lines.ts';

const USAGE = `A game of Mafia, played by agents in manual mode.

  node examples/mafia/run.ts [--players 8] [--seed 1] [--model openai/gpt-5-mini] [--store sqlite:mafia.db]

Without --model everybody follows a script and nothing leaves this machine; the same seed gives the same game.
With --model a language model plays every part; its key comes from the environment.`;

const STYLES: Record<Line['kind'], (text: string) => string> = {
  public: (text) => text,
  private: (text) => styleText('dim', `  (${text})`),
  move: (text) => styleText('yellow', `  ${text}`),
  note: (text) => styleText('magenta', `  ${text}`),
  end: (text) => styleText('bold', `\n${text}`),
};

const { values } = parseArgs({
  options: {
    players: { type: 'string', short: 'n', default: '8' },
    seed: { type: 'string', default: '1' },
    model: { type: 'string' },
    store: { type: 'string', default: 'sqlite::memory:' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) console.log(USAGE);
else await main().catch(explain);

async function main(): Promise<void> {
  const { seed, model } = values;
  const cast = deal(Number(values.players), seed);
  const scripts: Models = (part) =>
    part === NARRATOR ? scriptedNarrator(seed) : scriptedPlayer(part.persona.name, seed);
  const models: Models = model === undefined ? scripts : () => model;
  const taskId = `mafia-${values.players}-${seed}-${Date.now()}`;
  await using store = await openStore(values.store);
  const { state } = await playGame({ cast, models, store, taskId, watch: (instance) => show(instance, taskId) });
  const living = state.players.filter((player) => player.alive).map((player) => player.name);
  const winner = styleText('bold', state.winner ?? 'nobody');
  console.log(`\nWinner after ${state.round} nights: ${winner}. Alive: ${living.join(', ')}.`);
}

function explain(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Shows the game as it happens: the terminal is one more reader of the log. */
async function show(instance: SwarmInstance, taskId: string): Promise<void> {
  const seen = new Set<string>();
  for await (const entry of instance.follow(taskId)) {
    if (entry.type === 'token') continue;
    for (const { kind, text } of toLines(entry, seen)) console.log(STYLES[kind](text));
  }
}
