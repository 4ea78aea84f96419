import { type GameState, livingPlayers } from '../rules/game-state.ts';

/** What players and narrator are asked, in words. */

const list = (names: readonly string[]): string => names.join(', ');
const living = (state: GameState): string[] => livingPlayers(state).map((player) => player.name);

export const forPlayers = {
  protect: (state: GameState) =>
    `It is night ${state.round}. Whom do you protect? Only the Narrator hears you. Choose one of: ${list(living(state))}.`,

  investigate: (state: GameState, self: string) =>
    `It is night ${state.round}. Whom do you investigate? Only the Narrator hears you. Choose one of: ${list(living(state).filter((name) => name !== self))}.`,

  kill: (state: GameState, again: boolean) => {
    const victims = livingPlayers(state).filter((player) => player.role !== 'Mafia');
    const tie = again ? 'You could not agree, so you vote once more; follow your partners. ' : '';
    return `It is night ${state.round}. ${tie}Whom shall the Mafia kill? Only your partners and the Narrator hear you. Choose one of: ${list(victims.map((player) => player.name))}.`;
  },

  discuss: (state: GameState) =>
    `It is day ${state.round}, and you have the word. Everybody hears you. Say what you think and whom you suspect. Alive are: ${list(living(state))}.`,

  nominate: (state: GameState, self: string) =>
    `It is time to nominate. Everybody hears you. Nominate somebody for the gallows, second a nomination that you have heard, or pass. Choose one of: ${list(living(state).filter((name) => name !== self))}.`,

  defend: () => 'You have been nominated for the gallows. Everybody hears you. Defend yourself.',

  vote: (state: GameState, again: boolean) =>
    `${again ? 'The vote was tied and is held again. ' : ''}Which nominee should stand at the gallows? Only the Narrator hears you. Choose one of: ${list(state.nominees.map((nominee) => nominee.name))}.`,

  lastWords: () => 'You stand at the gallows. Everybody hears you. Say your last words before the village decides.',

  verdict: (state: GameState) =>
    `${state.condemned} stands at the gallows. Execute or spare? Only the Narrator hears you. Answer with one of the two words.`,
};

export const forNarrator = {
  protect: (doctor: string) =>
    `The Doctor ${doctor} has told you whom to protect. Enter it with doctor_protect. Then wish ${doctor} a quiet night; only ${doctor} hears you.`,

  investigate: (detective: string) =>
    `The Detective ${detective} has told you whom to investigate. Enter it with detective_investigate. Then tell ${detective} that an answer is on its way; only ${detective} hears you.`,

  kill: (members: readonly string[]) =>
    `The Mafia (${list(members)}) has told you whom to kill. Enter the vote of each with mafia_vote_kill. Then dismiss them; only they hear you.`,

  dawn: (state: GameState, { victim, saved }: { victim: string | null; saved: boolean }) => {
    const role = state.players.find((player) => player.name === victim)?.role;
    const news =
      victim === null
        ? saved
          ? 'Somebody was attacked, and a Doctor saved their life'
          : 'Nobody was attacked'
        : `${victim} was killed. ${victim} was a ${role}`;
    return `Day ${state.round} breaks. In the night: ${news}. Tell the village, in your own words and nothing more. Everybody hears you.`;
  },

  discuss: (state: GameState) => {
    const silent = living(state).filter((name) => !state.speeches.includes(name));
    return `The village talks; ${state.speeches.length} have spoken today. Give the word to somebody with select_speaker, or end the talk with end_discussion when it leads nowhere. Not yet heard today: ${list(silent) || 'nobody'}. Then say to everybody what you have decided.`;
  },

  nominate: () =>
    'Everybody has spoken about nominations. Enter each player whom one has nominated and another has seconded (naming the same player counts) with add_nominee, three at most. Then tell everybody who stands trial, if anybody does.',

  vote: (voters: readonly string[]) =>
    `The village (${list(voters)}) has told you in private which nominee should stand at the gallows. Enter the vote of each with record_vote. Then tell everybody that the votes are in, and nothing more.`,

  verdict: (voters: readonly string[]) =>
    `The village (${list(voters)}) has told you in private whether to execute or to spare. Enter the vote of each with record_trial_vote. Then tell everybody that the votes are in, and nothing more.`,

  outcome: (state: GameState, executed: boolean) => {
    const { name, role } = state.players.find((player) => player.name === state.condemned)!;
    return executed
      ? `${name} was executed. ${name} was a ${role}. Tell the village. Everybody hears you.`
      : `${name} was spared. Tell the village, and say nothing of any role. Everybody hears you.`;
  },

  noTrial: () => 'Nobody stands trial today. Tell the village. Everybody hears you.',

  end: (state: GameState) =>
    `The game is over. Winner: ${state.winner ?? 'nobody'}. The roles were: ${list(state.players.map(({ name, role }) => `${name} (${role})`))}. End the game with task_complete; the finish message is your epilogue and names the winner.`,
};
