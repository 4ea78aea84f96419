import type { ScriptedRequest, ScriptedTurn } from '@posthouse/runtime/scripted';
import { type TimelineEvent, toTimeline } from '../../../examples/scripting/timeline.ts';
import { calls, finish, request, respond, wait } from './turns.ts';

/**
 * What people ask for: one thing of the other town, two things at once, something that the other town has to ask back
 * about or to ask a person about, and something that they think better of.
 */
export const ERRANDS = ['one', 'two', 'back', 'human', 'cancel'] as const;
export type Errand = (typeof ERRANDS)[number];

/** The questions that an errand takes to the other town. */
function questionsOf(errand: Errand): string[] {
  return errand === 'two' ? ['first', 'second'] : ['first'];
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
export function errandBoss(other: string): (request: ScriptedRequest) => ScriptedTurn {
  return (scripted) => {
    const events = toTimeline(scripted);
    const order = events.find((event) => event.kind === 'mail' && event.fromType === 'user');
    if (order?.kind === 'mail') return runErrand(events, order.body as Errand, other);
    return answerQuestions(events, other);
  };
}

function runErrand(events: readonly TimelineEvent[], errand: Errand, other: string): ScriptedTurn {
  const questions = questionsOf(errand);
  const asked = questions.filter((question) => hasCalled(events, 'send_request', question));
  if (asked.length < questions.length) {
    const left = questions.filter((question) => !asked.includes(question));
    return calls(...left.map((question) => request(other, question, errand)));
  }
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

function answerQuestions(events: readonly TimelineEvent[], other: string): ScriptedTurn {
  const questions = mailsOf(events, other).filter(({ subject }) => subject === 'first' || subject === 'second');
  const next = questions.find(({ subject }) => !hasCalled(events, 'send_response', `Re: ${subject}`));
  if (next === undefined) return calls(finish('nothing is left to do'));
  if (next.body === 'back') {
    if (!hasCalled(events, 'send_request', 'which one')) return calls(request(other, 'which one', 'Which one?'));
    if (!mailsOf(events, other).some(({ subject }) => subject === 'this one')) return calls(wait());
  }
  if (next.body === 'human' && !events.some((event) => event.kind === 'call' && event.name === 'ask_human')) {
    return calls(['ask_human', { q: 'May I?' }]);
  }
  const stamp = events.find(
    (event) => event.kind === 'call' && event.name === 'stamp' && (event.input as { of: string }).of === next.subject,
  );
  if (stamp === undefined) return calls(['stamp', { of: next.subject }]);
  const result = events.find((event) => event.kind === 'result' && event.id === (stamp as { id: string }).id);
  const isSure = result?.kind === 'result' && result.text.includes('stamped');
  const answer = respond(other, `Re: ${next.subject}`, `${next.subject} is ${isSure ? '' : 'perhaps '}stamped`);
  // Whoever completes says that nothing more is to come, and unread mail is dropped. Of two questions one may be on its way.
  return next.body === 'two' ? calls(answer) : calls(answer, finish('all is answered'));
}

function mailsOf(events: readonly TimelineEvent[], town: string) {
  return events.filter((event) => event.kind === 'mail').filter(({ from }) => from === `boss@${town}`);
}

function hasCalled(events: readonly TimelineEvent[], name: string, subject: string): boolean {
  return events.some(
    (event) => event.kind === 'call' && event.name === name && (event.input as { subject: string }).subject === subject,
  );
}
