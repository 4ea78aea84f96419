import type { JSONObject } from '@ai-sdk/provider';

/** Something that happened in the swarm, as in `onEvent`, `raw` parts and `metadata.mail.events`. */
export type MAILAgentEvent = {
  type: 'mail-agent-event';
  /** What it is: `run_started`, `token`, `tool_call`, `action_complete`, `new_message`, `usage`, `task_complete`, … */
  event: string;
  /** The agent that did it, if one did. */
  agent: string | null;
  description: string;
  timestamp: string | null;
  taskId: string;
  /** Everything known about it. */
  data: JSONObject;
};
