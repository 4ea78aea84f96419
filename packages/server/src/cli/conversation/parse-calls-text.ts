/** A call that waits for somebody's answer. */
export type WaitingCall = { callId: string; tool: string; input: string };

/**
 * The calls in the answer of a paused task, which is JSON text; undefined when the text is something else.
 *
 * @example parseCallsText('[{"call_id":"c1","name":"ask_human","arguments":"{}"}]') // [{ callId: 'c1', tool: 'ask_human', input: '{}' }]
 */
export function parseCallsText(text: string): WaitingCall[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const calls = value.map(toCall);
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

function toCall(value: unknown): WaitingCall | undefined {
  const { call_id: callId, name, arguments: input } = (value ?? {}) as Record<string, unknown>;
  if (typeof callId !== 'string' || typeof name !== 'string') return undefined;
  return { callId, tool: name, input: typeof input === 'string' ? input : (JSON.stringify(input) ?? '') };
}
