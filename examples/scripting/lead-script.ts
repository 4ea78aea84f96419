import type { Script, ScriptedToolCall, ScriptedTurn } from '@posthouse/runtime/scripted';
import { isReply } from './specialist-script.ts';
import { type MailEvent, type TimelineEvent, toTimeline } from './timeline.ts';

/** A request that a lead wants to have answered. */
export type Errand = { readonly target: string; readonly subject: string; readonly body: string };

/** What came back for an errand; undefined while nothing has. */
export type FindReply = (errand: Pick<Errand, 'target' | 'subject'>) => string | undefined;

/**
 * How a lead goes about what it was asked: it names the errands it needs, and once it finds their replies, the final
 * answer. It is asked again whenever mail comes.
 */
export type Lead = (assignment: MailEvent, find: FindReply) => readonly Errand[] | string;

/**
 * The script of an agent that users write to: it sends the requests that are still missing, waits for the replies, and
 * completes the task. Another swarm's question is answered to its sender first.
 *
 * @example
 * const script = leadScript(({ body }, find) => {
 *   const errand = { target: 'math', subject: 'Calculation', body };
 *   return find(errand) ?? [errand];
 * });
 */
export function leadScript(lead: Lead): Script {
  return (request) => {
    const timeline = toTimeline(request);
    const index = timeline.findLastIndex((event) => event.kind === 'mail' && isAssignment(event));
    const assignment = timeline[index];
    if (assignment?.kind !== 'mail') throw new Error('Nobody has given the lead anything to do.');
    const since = timeline.slice(index + 1);
    const next = lead(assignment, (errand) => findReply(since, errand));
    if (typeof next === 'string') return finish(assignment, next);
    // The limit of the run is reached: there will be no more replies.
    if (typeof request.toolChoice === 'object') return finish(assignment, toExcuse(next));
    const missing = next.filter((errand) => !wasSent(since, errand));
    if (missing.length > 0) return { toolCalls: missing.map((input) => ({ name: 'send_request', input })) };
    const names = next.filter((errand) => findReply(since, errand) === undefined).map(({ target }) => target);
    return { toolCalls: [{ name: 'await_message', input: { reason: `Waiting for ${names.join(' and ')}.` } }] };
  };
}

/** What a user asks, or an agent of another swarm. */
function isAssignment(mail: MailEvent): boolean {
  if (mail.fromType === 'user' || mail.fromType === 'admin') return true;
  return mail.fromType === 'agent' && mail.from.includes('@') && !isReply(mail);
}

function finish({ fromType, from, subject }: MailEvent, answer: string): ScriptedTurn {
  const response: ScriptedToolCall = {
    name: 'send_response',
    input: { target: from, subject: `Re: ${subject}`, body: answer },
  };
  const complete: ScriptedToolCall = { name: 'task_complete', input: { finish_message: answer } };
  return { toolCalls: fromType === 'agent' ? [response, complete] : [complete] };
}

function toExcuse(errands: readonly Errand[]): string {
  const targets = [...new Set(errands.map(({ target }) => target))];
  return `I had to stop before everything was answered. I had asked: ${targets.join(', ')}.`;
}

function wasSent(events: readonly TimelineEvent[], { target, subject }: Errand): boolean {
  return events.some((event) => {
    if (event.kind !== 'call' || event.name !== 'send_request') return false;
    const input = event.input as Partial<Errand>;
    return input.target === target && input.subject === subject;
  });
}

function findReply(
  events: readonly TimelineEvent[],
  { target, subject }: Pick<Errand, 'target' | 'subject'>,
): string | undefined {
  return events.findLast(
    (event): event is MailEvent => event.kind === 'mail' && event.from === target && event.subject === `Re: ${subject}`,
  )?.body;
}
