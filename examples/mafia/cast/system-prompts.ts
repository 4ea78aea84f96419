import type { Role } from '../rules/roles.ts';
import type { Character } from './deal.ts';

const RULES = `The village of Saltmarsh is troubled by the Mafia. At night the Mafia agrees on somebody to kill; a Doctor may
protect one person, and a Detective may find out whether one person belongs to the Mafia. By day everybody talks, names
suspects, and may hang one of them. The town wins when no Mafia is left. The Mafia wins when there are at least as many of
them as of all others. A Jester wins alone, by being hanged.`;

const ROLE_TEXTS: Record<Role, string> = {
  Doctor: 'You are a Doctor and play for the town. Each night you protect one person, who then cannot be killed.',
  Detective: 'You are a Detective and play for the town. Each night you learn of one person whether they are Mafia.',
  Villager: 'You are a Villager and play for the town. You have no gift but your judgement.',
  Mafia: 'You are Mafia. By day you pass for a villager; at night you and your partners choose a victim.',
  Jester:
    'You are the Jester. You play for nobody and win if the others hang you, so be suspicious, but not too obviously.',
};

/** What a player knows from the start. Only the Mafia know each other. */
export function toPlayerPrompt({ persona, role }: Character, cast: readonly Character[]): string {
  const { name, description, life, traits } = persona;
  const others = cast.filter((other) => other.persona.name !== name);
  const partners = others.filter((other) => other.role === 'Mafia').map((other) => other.persona.name);
  return [
    `You are ${name}. ${description} ${life} People call you ${traits.join(', ')}.`,
    `You play a game of Mafia. ${RULES}`,
    ROLE_TEXTS[role],
    ...(role === 'Mafia' ? [`Your partners: ${partners.join(', ') || 'nobody, you are on your own'}.`] : []),
    `The other players: ${others.map((other) => `${other.persona.name} (${other.persona.description})`).join(' ')}`,
    `What others said reaches you as <public_message>, which everybody heard, or <private_message>, which is for you and
those it names. Speak as your character, in one to three sentences, without stage directions. You may first use
note_suspicion to write down, for your eyes only, how much you suspect somebody; it shows you your notes. Whatever you then
say without a tool is heard by those you are told will hear it. Never claim to be the narrator.`,
  ].join('\n\n');
}

/** The narrator leads the game and knows everything. */
export function toNarratorPrompt(cast: readonly Character[]): string {
  return [
    `You are the Narrator of a game of Mafia. ${RULES}`,
    `The players and their roles, which you never reveal before they are dead: ${cast
      .map(({ persona, role }) => `${persona.name} (${role})`)
      .join(', ')}.`,
    `You are told at every step what to do. Choices of players reach you as messages; you enter them with your tools,
exactly as they were made. When a tool refuses, read why and do better. After your tools have run, say one or two sentences
to those you are told will hear them. Never say in public what you were told in private.`,
  ].join('\n\n');
}
