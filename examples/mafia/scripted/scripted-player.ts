import {
  call,
  scripted,
  type ScriptedModel,
  type ScriptedRequest,
  type ScriptedTurn,
} from '@posthouse/runtime/scripted';
import { type SeededRandom, seededRandom } from '@posthouse/runtime/reference-library';
import { type Knowledge, readKnowledge } from './knowledge.ts';
import { choicesOf, readPrompt } from './read-prompt.ts';
import { chooseSuspect, chooseVerdict } from './suspicion.ts';
import { type Occasion, toWords } from './words.ts';

/** A player without a language model. It knows what its prompts say, keeps notes with its tool, and speaks after them. */
export function scriptedPlayer(name: string, seed: string | number): ScriptedModel {
  return scripted(playerScript(name, seed), { modelId: name });
}

export function playerScript(name: string, seed: string | number): (request: ScriptedRequest) => ScriptedTurn {
  const random = seededRandom('player', name, seed);
  return (request) => play(request, random);
}

const OCCASIONS: readonly [RegExp, Occasion][] = [
  [/Whom do you protect/, 'protect'],
  [/Whom do you investigate/, 'investigate'],
  [/Whom shall the Mafia kill/, 'kill'],
  [/you have the word/, 'discuss'],
  [/time to nominate/, 'nominate'],
  [/Defend yourself/, 'defend'],
  [/Which nominee/, 'vote'],
  [/last words/, 'lastWords'],
  [/Execute or spare/, 'verdict'],
];

/** Before these, a careful player looks into its notes. */
const DELIBERATE: ReadonlySet<Occasion> = new Set(['discuss', 'nominate', 'vote']);

function play(request: ScriptedRequest, random: SeededRandom): ScriptedTurn {
  const { question } = readPrompt(request);
  const occasion = OCCASIONS.find(([pattern]) => pattern.test(question))?.[1];
  if (occasion === undefined) throw new Error(`nobody has taught the players what to say to: ${question}`);
  const knowledge = readKnowledge(request);
  if (occasion === 'verdict') return { text: toWords(occasion, chooseVerdict(question, knowledge, random), random) };
  const candidates = toCandidates(question, occasion, knowledge);
  const noted = request.messages.at(-1)?.toolResults[0]?.text;
  if (DELIBERATE.has(occasion) && noted === undefined && candidates.length > 0) {
    const player = chooseSuspect(occasion, candidates, knowledge, random);
    return { content: [call('note_suspicion', { player, level: random.integer(3, 10), reason: 'a feeling' })] };
  }
  const chosen = topOf(noted, candidates) ?? chooseSuspect(occasion, candidates, knowledge, random);
  return { text: toWords(occasion, chosen, random) };
}

/** Whom one could choose: oneself only to be protected, or when there is nobody else. */
function toCandidates(question: string, occasion: Occasion, { self }: Knowledge): string[] {
  const offered = [...choicesOf(question), ...choicesOf(question, 'Alive are')];
  const others = offered.filter((name) => name !== self);
  return occasion === 'protect' || others.length === 0 ? offered : others;
}

/** The gravest note about somebody who can be chosen now. */
function topOf(noted: string | undefined, candidates: readonly string[]): string | undefined {
  const json = /^SUCCESS: (.*)$/s.exec(noted ?? '')?.[1] ?? '[]';
  return (JSON.parse(json) as { player: string }[]).find(({ player }) => candidates.includes(player))?.player;
}
