import type { JSONObject } from '@ai-sdk/provider';
import type { Frame } from './wire/frame.ts';

/** Something that happened in the swarm, as `onEvent`, `raw` parts and `metadata.mail.events` tell it. */
export type MAILAgentEvent = {
  type: 'mail-agent-event';
  /** The name of the frame: `new_message`, `tool_call`, `token`, … */
  event: string;
  /** The agent that did it, if one did. */
  agent: string | null;
  description: string;
  timestamp: string | null;
  taskId: string;
  /** The frame's data, as it came over the wire. */
  data: JSONObject;
};

export function toAgentEvent(frame: Frame, taskId: string): MAILAgentEvent {
  const { event, agent = null, description, at = null, raw } = frame;
  return { type: 'mail-agent-event', event, agent, description, timestamp: at, taskId, data: raw };
}
