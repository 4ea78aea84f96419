import type { OpenCall } from '../log/call.ts';

/** The calls that wait for a result, as the JSON text that MAIL sends as the answer. */
export function toOpenCallsText(calls: readonly OpenCall[]): string {
  return JSON.stringify(
    calls.map(({ callId, tool, input }) => ({
      arguments: JSON.stringify(input),
      call_id: callId,
      name: tool,
      type: 'function_call',
      id: `fc_${callId}`,
      status: 'completed',
    })),
  );
}
