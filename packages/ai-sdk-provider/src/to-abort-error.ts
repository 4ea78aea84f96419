/** Why a signal was aborted, as the AI SDK recognises it: by its name, whatever the caller gave as a reason. */
export function toAbortError({ reason }: { reason: unknown }): unknown {
  if (reason instanceof Error && /^(?:AbortError|TimeoutError)$/.test(reason.name)) return reason;
  const message = reason instanceof Error ? reason.message : 'The call was aborted';
  return Object.assign(new Error(message, { cause: reason }), { name: 'AbortError' });
}
