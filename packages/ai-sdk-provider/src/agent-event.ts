import type { JSONObject } from '@ai-sdk/provider';

/** Something that happened in the swarm, as `onEvent`, `raw` parts and `metadata.mail.events` tell it. */
export type MAILAgentEvent = {
  type: 'mail-agent-event';
  /** What it is: `run_started`, `token`, `tool_call`, `action_complete`, `new_message`, `usage`, `task_complete`, … */
  event: string;
  /** The agent that did it, if one did. */
  agent: string | null;
  description: string;
  timestamp: string | null;
  taskId: string;
  /** All that is known of it. */
  data: JSONObject;
};
