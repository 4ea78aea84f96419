import type { UIChunk } from '@posthouse/chat';
import { type AgentAdapter, createPiAdapter, type OpenOptions, RunWriter } from '@posthouse/chat/agents';
import type { JSONObject } from '@posthouse/protocol';
import { readFailureText, toFailureText } from '../llm/model-failure.ts';
import type { JobsEvent, PiInput, PiState } from './jobs-event.ts';
import { JobsSession, type JobsSessionOptions } from './jobs-session.ts';

/** A message on its way to the agent, with the id under which more is known about it. */
export type JobsInput = { readonly messageId: string | undefined; readonly message: PiInput };

export type JobsAdapter = AgentAdapter<JobsEvent, PiState, JobsInput>;

/**
 * The agent of the chat: pi, with our tools, on behalf of the owner of a session. What pi says is translated by the
 * adapter of `@posthouse/chat`; what is added here is whose conversation it is, and the code of an error.
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
function toEnd(chunk: UIChunk): UIChunk[] {
  if (chunk.type === 'error') {
    const { code, message, retryAfter } = readFailureText(chunk.errorText);
    const data = { code, retryAfter };
    const errorText = toFailureText({ code, message, retryAfter });
    return [
      { type: 'data-error', data, transient: true },
      { ...chunk, errorText },
    ];
  }
  if (chunk.type !== 'finish' && chunk.type !== 'message-metadata') return [chunk];
  const { messageMetadata } = chunk;
  const usage = messageMetadata?.usage as JSONObject | undefined;
  if (messageMetadata === undefined || usage === undefined) return [chunk];
  const totalTokens = Number(usage.inputTokens ?? 0) + Number(usage.outputTokens ?? 0);
  return [{ ...chunk, messageMetadata: { ...messageMetadata, usage: { ...usage, totalTokens } } }];
}
