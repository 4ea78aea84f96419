import {
  call,
  scripted,
  type ScriptedModel,
  type ScriptedRequest,
  type ScriptedTurn,
} from '@posthouse/runtime/scripted';
import { seededRandom } from '@posthouse/runtime/reference-library';
import { choicesOf, type Heard, lastNameIn, readPrompt, type Situation } from './read-prompt.ts';

type Calls = ReturnType<typeof call>[];

/** A narrator without a language model: it reads its prompts, enters what players decided with its tools, and tells. */
export function scriptedNarrator(seed: string | number): ScriptedModel {
  return scripted(narratorScript(seed), { modelId: 'narrator' });
}

export function narratorScript(seed: string | number): (request: ScriptedRequest) => ScriptedTurn {
  const random = seededRandom('narrator', seed);
  return (request) => {
    const situation = readPrompt(request);
    const calls = request.messages.at(-1)?.role === 'tool' ? [] : decide(situation, namesIn(request), random.next());
    return calls.length > 0 ? { content: calls } : { text: narrate(situation.question, request) };
  };
}

/** The players, from the system prompt. */
function namesIn({ system }: Pick<ScriptedRequest, 'system'>): string[] {
  return [...system.matchAll(/(\w+) \((?:Doctor|Detective|Villager|Mafia|Jester)\)/g)].map((match) => match[1]!);
}

function decide({ heard, question }: Situation, names: readonly string[], luck: number): Calls {
  const choices = new Map(
    heard.filter((each) => !each.isPublic).map(({ from, body }) => [from, lastNameIn(body, names)]),
  );
  const entered = (toCall: (voter: string, choice: string) => Calls[number]): Calls =>
    [...choices].flatMap(([voter, choice]) => (choice === undefined ? [] : [toCall(voter, choice)]));
  if (question.includes('doctor_protect'))
    return entered((doctor, target) => call('doctor_protect', { doctor, target }));
  if (question.includes('detective_investigate')) {
    return entered((detective, target) => call('detective_investigate', { detective, target }));
  }
  if (question.includes('mafia_vote_kill'))
    return entered((voter, target) => call('mafia_vote_kill', { voter, target }));
  if (question.includes('select_speaker')) return [chooseSpeaker(question, luck)];
  if (question.includes('add_nominee')) return nominationsIn(heard, names);
  if (question.includes('record_vote')) return entered((voter, nominee) => call('record_vote', { voter, nominee }));
  if (question.includes('record_trial_vote')) return verdictsIn(heard);
  if (question.includes('task_complete')) return [call('task_complete', { finish_message: toEpilogue(question) })];
  return [];
}

const ENOUGH_SPEECHES = 4;

function chooseSpeaker(question: string, luck: number): Calls[number] {
  const silent = choicesOf(question, 'Not yet heard today');
  const spoken = Number(/(\d+) have spoken/.exec(question)?.[1] ?? 0);
  if (silent.length === 0 || spoken >= ENOUGH_SPEECHES) return call('end_discussion');
  return call('select_speaker', { name: silent[Math.floor(luck * silent.length)] });
}

const MAX_NOMINEES = 3;

/** Whoever was named by two players stands trial. */
function nominationsIn(heard: readonly Heard[], names: readonly string[]): Calls {
  const named = new Map<string, string[]>();
  for (const { from, body } of heard) {
    const nominee = /nominat/.test(body) ? lastNameIn(body, names) : undefined;
    if (nominee !== undefined && nominee !== from) named.set(nominee, [...(named.get(nominee) ?? []), from]);
  }
  return [...named]
    .flatMap(([nominee, [by, second]]) => (second === undefined ? [] : [call('add_nominee', { nominee, by, second })]))
    .slice(0, MAX_NOMINEES);
}

function verdictsIn(heard: readonly Heard[]): Calls {
  return heard.flatMap(({ isPublic, from, body }) => {
    const verdict = /\b(execute|spare)\b/i.exec(body)?.[1]?.toLowerCase();
    return isPublic || verdict === undefined ? [] : [call('record_trial_vote', { voter: from, verdict })];
  });
}

/** Says in public what it was told to say, and to those in the dark as little as possible. */
function narrate(question: string, request: ScriptedRequest): string {
  const news = /In the night: (.*)\. Tell the village/.exec(question)?.[1];
  if (news !== undefined) return `The fog lifts over Saltmarsh. ${news}.`;
  const outcome = /^(.*) Tell the village/.exec(question)?.[1];
  if (outcome !== undefined) return `Hear, hear. ${outcome}`;
  const results = request.messages.at(-1)?.toolResults.map((result) => result.text.replace(/^SUCCESS: /, '')) ?? [];
  if (question.includes('select_speaker') || question.includes('add_nominee')) return results.at(-1) ?? 'So be it.';
  return question.includes('record_') ? 'The votes are in.' : 'Sleep well.';
}

function toEpilogue(question: string): string {
  const winner = /Winner: (\w+)/.exec(question)?.[1] ?? 'nobody';
  const roles = /The roles were: (.*?)\. End/.exec(question)?.[1] ?? '';
  return `And so it ends in Saltmarsh. Winner: ${winner}. ${roles}.`;
}
