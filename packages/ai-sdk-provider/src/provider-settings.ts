import type { MAILAgentEvent } from './agent-event.ts';
import type { FetchFunction } from './platform.ts';

/** Where the swarms are, and how much to show of them. */
export type MAILProviderSettings = {
  /** The server; `http://localhost:8000` by default. */
  baseURL?: string;
  /** Another spelling; `baseURL` wins if you give both. */
  baseUrl?: string;
  /** Sent as bearer token. */
  authToken?: string;
  /** Added to every request. */
  headers?: Record<string, string | undefined>;
  /**
   * Also shows what agents write to each other, as `[agent]: …`: in the text with `true`, in the reasoning with
   * `'reasoning'`.
   */
  includeAgentChatter?: boolean | 'reasoning';
  /** Called for every event in the swarm, as it happens. */
  onEvent?: (event: MAILAgentEvent) => void;
  /** Used instead of the global `fetch`. */
  fetch?: FetchFunction;
};

/** How one model talks to its swarm. You can also set each of these per call, in `providerOptions.mail`. */
export type MAILModelSettings = {
  /** The swarm, if the model id does not name it. */
  swarm?: string;
  /** The agent that gets the message, if not the swarm's entrypoint. */
  entrypoint?: string;
  /** Addresses an agent that is marked `direct`, which then answers for itself. */
  bypassSupervisor?: boolean;
  /** The task to continue. Without it, the task is found in the conversation's history. */
  taskId?: string;
  /** How to continue `taskId`: with a message of the user, or with the result that a breakpoint waits for. */
  resumeFrom?: 'user_response' | 'breakpoint_tool_call';
  /** Puts every event of the run into the metadata of its end. There may be many. */
  includeEvents?: boolean;
};
