import type { MAILFrame } from '@posthouse/protocol';

/**
 * The agent whose turn a frame shows to be in the log: from here on, what was written live is old. Calls and usage are
 * recorded once the model has finished, whatever else the turn still does.
 */
export function recordedAgent(frame: MAILFrame): string | undefined {
  if (frame.event !== 'tool_call' && frame.event !== 'usage') return undefined;
  // An agent of another swarm may have the same name.
  return frame.data.extraData.remoteSwarm === undefined ? frame.data.extraData.caller : undefined;
}
