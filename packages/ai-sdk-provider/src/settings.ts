import type { MAILAgentEvent } from './agent-event.ts';
import type { FetchFunction } from './platform.ts';

/** Where the swarms are and how much to tell of them. */
export type MAILProviderSettings = {
  /** The server; `http://localhost:8000` unless given. */
  baseURL?: string;
  /** Another spelling; `baseURL` wins if you give both. */
  baseUrl?: string;
  /** Sent as bearer token. */
  authToken?: string;
  /** Further headers of every request. */
  headers?: Record<string, string | undefined>;
  /**
   * Also show what agents write to each other, as `[agent]: …`: in the text with `true`, in the reasoning with
   * `'reasoning'`.
   */
  includeAgentChatter?: boolean | 'reasoning';
  /** Is told of everything that happens in the swarm, as it happens. */
  onEvent?: (event: MAILAgentEvent) => void;
  /** Stands in for `fetch`. */
  fetch?: FetchFunction;
};

/** How one model talks to its swarm. Each of these may also be given per call, in `providerOptions.mail`. */
export type MAILModelSettings = {
  /** The swarm, when it is not the one that the model id names. */
  swarm?: string;
  /** The agent that gets the message, when it is not the swarm's entrypoint. */
  entrypoint?: string;
  /** Addresses an agent that may be spoken to directly, and lets it answer for itself. */
  bypassSupervisor?: boolean;
  /** The task to go on with. Without one the conversation's own task is found in its history. */
  taskId?: string;
  /** How to go on with `taskId`: with words of the user, or with the result that a breakpoint waits for. */
  resumeFrom?: 'user_response' | 'breakpoint_tool_call';
  /** Puts every event of the run into the metadata of its end. There may be many. */
  includeEvents?: boolean;
};
