import type { ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';
import { type TimelineEvent, toTimeline } from '../../../examples/scripting/timeline.ts';
import type { LateQuestions } from './late-questions.ts';
import type { Town } from './town.ts';
import { calls, finish, request, respond, wait } from './turns.ts';

/**
 * What people ask for: one thing of the other town, two things at once, a second one when the other town is about to be
 * done with the first, something that it has to ask back about or to ask a person about, and something that they think
 * better of.
 */
export const ERRANDS = ['one', 'two', 'late', 'back', 'human', 'cancel'] as const;
export type Errand = (typeof ERRANDS)[number];

/** What a person says to send a town on an errand. */
export function toOrder(errand: Errand, taskId: string): string {
  return `${errand} ${taskId}`;
}

function readOrder(order: string): { errand: Errand; taskId: string } {
  const [errand, taskId] = order.split(' ');
  return { errand: errand as Errand, taskId: taskId! };
}

/** The questions that an errand takes to the other town. */
function questionsOf(errand: Errand): string[] {
  return errand === 'two' || errand === 'late' ? ['first', 'second'] : ['first'];
}

/** What the whole errand comes to, whatever happened on the way. */
export function isAnswer(errand: Errand, text: string): boolean {
  const answers = questionsOf(errand).map((question) => `${question} is (?:stamped|perhaps stamped)`);
  return new RegExp(`^${answers.join(' and ')}$`).test(text);
}

/**
 * A boss that knows from what has happened so far what to do next, and so goes on after a crash as if nothing had been:
 * it runs the errands of its own people and answers the questions of the other town.
 */
export function errandBoss(
  town: Town,
  other: string,
  late: LateQuestions,
): (request: ScriptedRequest) => Promise<ScriptedTurn> {
  return async (scripted) => {
    const events = toTimeline(scripted);
    const order = events.find((event) => event.kind === 'mail' && event.fromType === 'user');
    return order?.kind === 'mail'
      ? runErrand(events, order.body, other, late)
      : answerQuestions(events, town, other, late);
  };
}

async function runErrand(
  events: readonly TimelineEvent[],
  order: string,
  other: string,
  late: LateQuestions,
): Promise<ScriptedTurn> {
  const { errand, taskId } = readOrder(order);
  const questions = questionsOf(errand);
  const left = questions.filter((question) => !hasCalled(events, 'send_request', question));
  const asks = left.map((question) => request(other, question, order));
  if (errand === 'late' && left.length > 0) {
    // The stamp is there to have another turn, in which the other question is asked.
    if (left.length > 1) return calls(asks[0]!, ['stamp', { of: 'the errand' }]);
    await late.isTime(taskId);
  }
  if (left.length > 0) return calls(...asks);
  const doubts = mailsOf(events, other).filter(({ subject }) => subject === 'which one');
  if (doubts.length > 0 && !hasCalled(events, 'send_response', 'this one')) {
    return calls(respond(other, 'this one', 'the one I asked for'));
  }
  const answers = questions.map((question) =>
    mailsOf(events, other).find((mail) => mail.subject === `Re: ${question}`),
  );
  if (answers.every((answer) => answer !== undefined)) {
    return calls(finish(answers.map((answer) => answer.body).join(' and ')));
  }
  const loss = events.find((event) => event.kind === 'mail' && event.body.includes('not delivered'));
  return loss?.kind === 'mail' ? calls(finish(loss.body)) : calls(wait());
}

async function answerQuestions(
  events: readonly TimelineEvent[],
  town: Town,
  other: string,
  late: LateQuestions,
): Promise<ScriptedTurn> {
  const questions = mailsOf(events, other).filter(({ subject }) => subject === 'first' || subject === 'second');
  const left = questions.filter(({ subject }) => !hasCalled(events, 'send_response', `Re: ${subject}`));
  const [next] = left;
  if (next === undefined) return calls(finish('nothing is left to do'));
  const { errand, taskId } = readOrder(next.body);
  if (errand === 'back') {
    if (!hasCalled(events, 'send_request', 'which one')) return calls(request(other, 'which one', 'Which one?'));
    if (!mailsOf(events, other).some(({ subject }) => subject === 'this one')) return calls(wait());
  }
  if (errand === 'human' && !events.some((event) => event.kind === 'call' && event.name === 'ask_human')) {
    return calls(['ask_human', { q: 'May I?' }]);
  }
  const stamp = events.find(
    (event) => event.kind === 'call' && event.name === 'stamp' && (event.input as { of: string }).of === next.subject,
  );
  if (stamp === undefined) return calls(['stamp', { of: next.subject }]);
  const result = events.find((event) => event.kind === 'result' && event.id === (stamp as { id: string }).id);
  const isSure = result?.kind === 'result' && result.text.includes('stamped');
  const answer = respond(other, `Re: ${next.subject}`, `${next.subject} is ${isSure ? '' : 'perhaps '}stamped`);
  if (left.length > 1) return calls(answer);
  if (errand === 'late' && next.subject === 'first') await late.complete(taskId, town, other);
  // Whoever completes has answered all that it has read. Of two questions one may be on its way, or have just come in.
  return calls(answer, finish('all is answered'));
}

function mailsOf(events: readonly TimelineEvent[], town: string) {
  return events.filter((event) => event.kind === 'mail').filter(({ from }) => from === `boss@${town}`);
}

function hasCalled(events: readonly TimelineEvent[], name: string, subject: string): boolean {
  return events.some(
    (event) => event.kind === 'call' && event.name === name && (event.input as { subject: string }).subject === subject,
  );
}
