import type { createPiAdapter } from '@posthouse/agents';

type PiAdapter = ReturnType<typeof createPiAdapter>;
/** What pi says. */
export type PiEvent = Parameters<PiAdapter['adaptMessage']>[0];
export type PiState = ReturnType<PiAdapter['start']>;
export type PiInput = ReturnType<PiAdapter['adaptUserMessage']>;

/** An answer begins: what is said about it, before pi says anything. */
export type RunBegun = { readonly type: 'jobs.run-begun'; readonly conversationId: string };

export type JobsEvent = PiEvent | RunBegun;

/**
 * An event as readers are to see it: results of tools as `{ text, …facts }`, and thoughts only where they are wanted. What is
 * hidden here is neither sent nor stored.
 */
export function toShown(event: PiEvent, { showThinking }: { showThinking: boolean }): PiEvent | undefined {
  if (event.type === 'tool_execution_end' && event.isError !== true)
    return { ...event, result: toOutput(event.result) };
  if (showThinking) return event;
  if (event.type === 'message_update' && event.assistantMessageEvent?.type.startsWith('thinking_') === true)
    return undefined;
  const { message } = event;
  if (event.type !== 'message_end' || message === undefined || typeof message.content === 'string') return event;
  // Places in the message count, so a thought is emptied and not taken out.
  const content = message.content?.map((part) => (part.type === 'thinking' ? { ...part, thinking: '' } : part));
  return { ...event, message: { ...message, ...(content && { content }) } };
}

function toOutput(result: unknown): unknown {
  const { content, details } = (result ?? {}) as { content?: { type: string; text?: string }[]; details?: object };
  if (!Array.isArray(content)) return result;
  return { text: content.map(({ text }) => text ?? '').join('\n'), ...details };
}
