import { type AgentAdapter, type AgentNews, createPiAdapter, type OpenOptions, RunWriter } from '@posthouse/agents';
import type { JSONObject } from '@posthouse/protocol';
import { readFailureText, toFailureText } from '../llm/model-failure.ts';
import type { JobsEvent, PiInput, PiState } from './jobs-event.ts';
import { JobsSession, type JobsSessionOptions } from './jobs-session.ts';

/** A message on its way to the agent, with the id under which more is known about it. */
export type JobsInput = { readonly messageId: string | undefined; readonly message: PiInput };

export type JobsAdapter = AgentAdapter<JobsEvent, PiState, JobsInput>;

/**
 * The agent of the chat: pi, with our tools, on behalf of the owner of a session. What pi says is translated by the
 * adapter of `@posthouse/agents`; what is added here is whose conversation it is, and the code of an error.
 */
export function createJobsAdapter(name: string, options: Omit<JobsSessionOptions, 'session'>): JobsAdapter {
  const pi = createPiAdapter();
  return {
    ...pi,
    name,
    translate: (event, state) => {
      if (event.type !== 'jobs.run-begun') return pi.translate(event as never, state);
      const writer = new RunWriter(state);
      writer.describe({ more: { conversationId: (event as { conversationId: string }).conversationId } });
      return writer.done();
    },
    finish: (state, end) => pi.finish(state, end).flatMap(toEnd),
    adaptMessage: (event) => (event.type === 'jobs.run-begun' ? undefined : pi.adaptMessage(event as never)),
    adaptUserMessage: (message) => ({ messageId: message.id, message: pi.adaptUserMessage(message) }),
    open: async ({ session }: OpenOptions) => {
      if (session === undefined) throw new Error('The agent for jobs works for the owner of a session.');
      return new JobsSession({ ...options, session: { ownerId: Number(session.owner.id), id: session.id } });
    },
  };
}

/** Readers stop at an error, so what programs need to know of it comes before. */
function toEnd(news: AgentNews): AgentNews[] {
  if (news.type !== 'end') return [news];
  const end = { ...news, facts: withTotalTokens(news.facts) };
  if (end.outcome !== 'failed') return [end];
  const { code, message, retryAfter } = readFailureText(end.errorText);
  const errorText = toFailureText({ code, message, retryAfter });
  return [
    { type: 'data', name: 'error', data: { code, retryAfter }, isTransient: true },
    { ...end, errorText },
  ];
}

function withTotalTokens(facts: JSONObject): JSONObject {
  const usage = facts.usage as JSONObject | undefined;
  if (usage === undefined) return facts;
  const totalTokens = Number(usage.inputTokens ?? 0) + Number(usage.outputTokens ?? 0);
  return { ...facts, usage: { ...usage, totalTokens } };
}
