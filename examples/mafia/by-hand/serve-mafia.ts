import { parseArgs } from 'node:util';
import { type RunningServer, startServer, type StartOptions } from '@posthouse/server';
import { sayMistake } from '../../runner/say-mistake.ts';
import { deal } from '../cast/deal.ts';
import { mafiaSwarm, type Models, NARRATOR } from '../cast/mafia-swarm.ts';
import { Table } from '../cast/table.ts';
import { startGame } from '../rules/game-state.ts';
import { scriptedNarrator } from '../scripted/scripted-narrator.ts';
import { scriptedPlayer } from '../scripted/scripted-player.ts';
import { GameMaster, OPENING } from './game-master.ts';

/** Starts the server. Says what is wrong with its arguments, if anything is. */
export async function serveMafia(args: string[], options: StartOptions = {}): Promise<RunningServer | undefined> {
  const { values } = parseArgs({
    args,
    options: {
      players: { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
      model: { type: 'string' },
      port: { type: 'string' },
      database: { type: 'string', default: 'sqlite::memory:' },
    },
  });
  try {
    const { seed, model } = values;
    const cast = deal(Number(values.players), seed);
    const table = new Table(startGame(cast.map(({ persona, role }) => ({ name: persona.name, role }))));
    const scripts: Models = (part) =>
      part === NARRATOR ? scriptedNarrator(seed) : scriptedPlayer(part.persona.name, seed);
    const server = await startServer(mafiaSwarm(cast, table, model === undefined ? scripts : () => model), {
      stepProposer: new GameMaster(cast, table),
      questions: { saltmarsh: OPENING },
      databaseURL: values.database,
      ...(values.port === undefined ? {} : { port: Number(values.port) }),
      ...options,
    });
    const { url, tokens } = server;
    const tell = options.announce ?? console.log;
    tell(`\nThe game: ${url}/studio/#/manual?token=${tokens?.user ?? 'yours'}`);
    return server;
  } catch (error) {
    sayMistake(error);
    return undefined;
  }
}
