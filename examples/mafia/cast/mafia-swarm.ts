import { type Agent, agent, type ModelRef, swarm, type Swarm } from '@posthouse/runtime';
import { narratorActions, playerActions } from './actions.ts';
import type { Character } from './deal.ts';
import { toNarratorPrompt, toPlayerPrompt } from './system-prompts.ts';
import type { Table } from './table.ts';

export const NARRATOR = 'Narrator';

/** Players speak when they are asked to, so the tools for writing letters would only mislead them. */
const LETTER_TOOLS = [
  'send_request',
  'send_response',
  'acknowledge_broadcast',
  'ignore_broadcast',
  'await_message',
  'help',
];
const NARRATOR_TOOLS = [...LETTER_TOOLS, 'send_interrupt', 'send_broadcast'];

/** Gives everybody a model. */
export type Models = (character: Character | typeof NARRATOR) => ModelRef;

/** The village and its narrator as a swarm. */
export function mafiaSwarm(cast: readonly Character[], table: Table, models: Models): Swarm {
  const names = cast.map(({ persona }) => persona.name);
  const notes = playerActions(table);
  const players = cast.map((character): Agent => {
    const { name, description } = character.persona;
    return agent({
      name,
      description,
      model: models(character),
      system: toPlayerPrompt(character, cast),
      commTargets: [NARRATOR],
      actions: notes,
      excludeTools: LETTER_TOOLS,
    });
  });
  const narrator = agent({
    name: NARRATOR,
    description: 'Leads the game.',
    model: models(NARRATOR),
    system: toNarratorPrompt(cast),
    commTargets: names,
    actions: narratorActions(table),
    enableEntrypoint: true,
    canCompleteTasks: true,
    excludeTools: NARRATOR_TOOLS,
  });
  const agents = [narrator, ...players];
  // A game is one run, and every word in it a turn.
  return swarm({ name: 'saltmarsh', version: '1.0.0', entrypoint: NARRATOR, agents, limits: { turns: 5_000 } });
}
