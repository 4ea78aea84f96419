/** The little of a message that the question is about, the same in every AI SDK. */
type Message = { role: string; parts: readonly { type: string; state?: string }[] };

/**
 * Whether the reader has decided everything there was to decide. The AI SDK's own function wants every call of the step to
 * have an answer, also those that wait for their turn behind the one that was asked about.
 */
export function isDecided({ messages }: { messages: readonly Message[] }): boolean {
  const message = messages.at(-1);
  if (message?.role !== 'assistant') return false;
  const states = message.parts.flatMap(({ state }) => state ?? []);
  return states.includes('approval-responded') && !states.includes('approval-requested');
}
