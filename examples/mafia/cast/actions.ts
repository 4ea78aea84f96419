import { action, type AnyAction } from '@posthouse/runtime';
import { z } from 'zod';
import { addNominee, endDiscussion, selectSpeaker } from '../rules/day.ts';
import { findLiving, livingPlayers } from '../rules/game-state.ts';
import { investigate, protect, voteKill } from '../rules/night.ts';
import { recordVerdict, recordVote } from '../rules/trial.ts';
import type { Table } from './table.ts';

const name = z.string().describe('The name of a player.');

/** The tools of the narrator. A move against the rules throws, and the narrator reads why. */
export function narratorActions(table: Table): AnyAction[] {
  return [
    action({
      name: 'doctor_protect',
      description: 'Enters whom a Doctor protects tonight.',
      parameters: z.object({ doctor: name, target: name }),
      execute: (input) => {
        table.state = protect(table.state, input);
        return `${input.target} is protected tonight.`;
      },
    }),
    action({
      name: 'detective_investigate',
      description: 'Enters whom a Detective investigates tonight, and says what is found.',
      parameters: z.object({ detective: name, target: name }),
      execute: (input) => {
        const { state, target, isMafia } = investigate(table.state, input);
        table.state = state;
        return toFinding(target, isMafia);
      },
    }),
    action({
      name: 'mafia_vote_kill',
      description: 'Enters whom one of the Mafia wants to kill tonight.',
      parameters: z.object({ voter: name, target: name }),
      execute: (input) => {
        table.state = voteKill(table.state, input);
        if (table.state.killTied) return 'The Mafia is tied. All their votes are void; they have to vote again.';
        const missing = livingPlayers(table.state, 'Mafia').filter((player) => !(player.name in table.state.kills));
        return missing.length === 0 ? 'The Mafia has decided.' : `Entered. Still to vote: ${namesOf(missing)}.`;
      },
    }),
    action({
      name: 'select_speaker',
      description: 'Gives the word to a player.',
      parameters: z.object({ name }),
      execute: (input) => {
        table.state = selectSpeaker(table.state, input);
        return `${table.state.speaker} has the word.`;
      },
    }),
    action({
      name: 'end_discussion',
      description: 'Ends the discussion of the day. Nominations follow.',
      parameters: z.object({}),
      execute: () => {
        table.state = endDiscussion(table.state);
        return 'The discussion is over.';
      },
    }),
    action({
      name: 'add_nominee',
      description: 'Puts a player on trial whom one player has named and another has seconded.',
      parameters: z.object({ nominee: name, by: name, second: name }),
      execute: (input) => {
        table.state = addNominee(table.state, input);
        return `Nominees: ${namesOf(table.state.nominees)}.`;
      },
    }),
    action({
      name: 'record_vote',
      description: 'Enters which of the nominees a player wants to see at the gallows.',
      parameters: z.object({ voter: name, nominee: name }),
      execute: (input) => {
        table.state = recordVote(table.state, input);
        return `Entered: ${input.voter} for ${input.nominee}.`;
      },
    }),
    action({
      name: 'record_trial_vote',
      description: 'Enters whether a player wants the condemned executed or spared.',
      parameters: z.object({ voter: name, verdict: z.enum(['execute', 'spare']) }),
      execute: (input) => {
        table.state = recordVerdict(table.state, input);
        return `Entered: ${input.voter} says ${input.verdict}.`;
      },
    }),
  ];
}

/** What the game tells a detective. */
export function toFinding(target: string, isMafia: boolean): string {
  return isMafia ? `${target} is a member of the Mafia.` : `${target} is not a member of the Mafia.`;
}

/** The one tool of the players: a notebook that nobody else reads. */
export function playerActions(table: Table): AnyAction[] {
  return [
    action({
      name: 'note_suspicion',
      description: 'Writes down how much you suspect a living player, from 0 to 10, and shows you all your notes.',
      parameters: z.object({ player: name, level: z.number().min(0).max(10), reason: z.string() }),
      execute: ({ player, level, reason }, { agent }) => {
        const suspect = findLiving(table.state, player);
        return table.note(agent, suspect.name, level, reason);
      },
    }),
  ];
}

function namesOf(players: readonly { name: string }[]): string {
  return players.map((player) => player.name).join(', ');
}
