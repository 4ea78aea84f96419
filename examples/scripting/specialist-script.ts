import { isDeepStrictEqual } from 'node:util';
import type { Script, ScriptedToolCall } from '@posthouse/runtime/scripted';
import { type CallEvent, type MailEvent, type ResultEvent, type TimelineEvent, toTimeline } from './timeline.ts';

/** The result of a call with this input that was made for the request at hand; undefined while it was not made. */
export type FindResult = (tool: string, input: unknown) => ResultEvent | undefined;

/**
 * How a specialist goes about a request: it says which calls it needs, and once it finds their results, the answer. It
 * is asked again after every step and decides from what there is, so it keeps nothing in mind.
 */
export type Specialist = (request: MailEvent, find: FindResult) => readonly ScriptedToolCall[] | string;

/**
 * The script of an agent that others ask: for every open request the calls that are still missing, or the answer.
 *
 * @example
 * const script = specialistScript(({ body }, find) => {
 *   const call = { name: 'search_faq', input: { query: body } };
 *   return find(call.name, call.input)?.text ?? [call];
 * });
 */
export function specialistScript(specialist: Specialist): Script {
  return (request) => {
    const timeline = toTimeline(request);
    const toolCalls = openRequests(timeline).flatMap(({ mail, since }): readonly ScriptedToolCall[] => {
      const next = specialist(mail, (tool, input) => findResult(since, tool, input));
      if (typeof next !== 'string') return next;
      return [{ name: 'send_response', input: { target: mail.from, subject: `Re: ${mail.subject}`, body: next } }];
    });
    if (toolCalls.length > 0) return { toolCalls };
    return { toolCalls: [{ name: 'await_message', input: { reason: 'Nobody has asked me for anything.' } }] };
  };
}

type OpenRequest = { readonly mail: MailEvent; readonly since: readonly TimelineEvent[] };

/** Requests of agents that no response has followed yet. */
function openRequests(timeline: readonly TimelineEvent[]): OpenRequest[] {
  return timeline.flatMap((event, index) => {
    if (event.kind !== 'mail' || event.fromType !== 'agent' || isReply(event)) return [];
    const since = timeline.slice(index + 1);
    return since.some((later) => answers(later, event)) ? [] : [{ mail: event, since }];
  });
}

/** Whether a message answers one of ours: scripts begin the subject of every answer so. */
export function isReply({ subject }: MailEvent): boolean {
  return subject.startsWith('Re: ');
}

function answers(event: TimelineEvent, { from, subject }: MailEvent): boolean {
  if (event.kind !== 'call' || event.name !== 'send_response') return false;
  const input = event.input as { target?: unknown; subject?: unknown };
  return input.target === from && input.subject === `Re: ${subject}`;
}

function findResult(events: readonly TimelineEvent[], tool: string, input: unknown): ResultEvent | undefined {
  const isCall = (event: TimelineEvent): event is CallEvent =>
    event.kind === 'call' && event.name === tool && isDeepStrictEqual(event.input, input);
  const ids = new Set(events.filter(isCall).map(({ id }) => id));
  return events.findLast((event): event is ResultEvent => event.kind === 'result' && ids.has(event.id));
}
