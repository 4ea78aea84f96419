import type { RunState } from './run-state.ts';

/** Nothing moves while all there is to do waits for answers. */
export function phaseOf(state: RunState): RunState['phase'] {
  const { phase, approvals, texts, calls, isBusy } = state;
  if (phase === 'ended') return 'ended';
  if (approvals.size === 0 || texts.size > 0 || isBusy) return 'open';
  // The call of an agent inside the agent runs as long as that agent does, even if it waits.
  const waiting = new Set([...approvals.values()].flatMap((toolCallId) => ancestorsOf(state, toolCallId)));
  const isMoving = [...calls].some(
    ([toolCallId, call]) => (call.phase === 'running' || call.phase === 'streaming') && !waiting.has(toolCallId),
  );
  return isMoving ? 'open' : 'paused';
}

function ancestorsOf(state: RunState, toolCallId: string): string[] {
  const parent = parentOf(state, toolCallId);
  return parent === undefined || parent === toolCallId ? [toolCallId] : [toolCallId, ...ancestorsOf(state, parent)];
}

function parentOf({ calls, nestedParts }: RunState, toolCallId: string): string | undefined {
  const known = calls.get(toolCallId)?.parent;
  if (known !== undefined) return known;
  const nested = [...nestedParts.values()].find(
    ({ part }) => part.type === 'dynamic-tool' && part.toolCallId === toolCallId,
  );
  return nested?.parent;
}
