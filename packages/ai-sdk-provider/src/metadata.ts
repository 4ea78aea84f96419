import type { JSONObject, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { MAILAgentEvent } from './agent-event.ts';

/** What one agent's model calls consumed. */
export type MAILAgentUsage = {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  cost?: number;
};

/** A budget of the swarm's server, and how much of it is used. */
export type MAILUsedBudget = {
  scope: 'run' | 'caller' | 'swarm';
  unit: 'calls' | 'tokens' | 'cost';
  limit: number;
  used: number;
  until?: string | undefined;
};

/** `providerMetadata.mail` of a finished call. */
export type MAILProviderMetadata = {
  taskId: string;
  taskStatus: 'running' | 'completed' | 'paused' | 'error' | 'cancelled';
  /** The agent that acted last. */
  currentAgent: string | null;
  agentTrace: { agent: string; timestamp: string | null; event: string }[];
  /** By agent. */
  usage: { [agent: string]: MAILAgentUsage };
  /** What to pass as `resumeFrom`, together with `taskId`, to continue the task. */
  resumeToken?: 'user_response' | 'breakpoint_tool_call';
  /** Why the task failed, or waits. */
  code?: string | undefined;
  /** The budget that the task waits for, if it does; `until` says when it continues on its own. */
  budget?: MAILUsedBudget | undefined;
  /** The budgets that the run is under, if any: `limit - used` is what is left. */
  budgets?: MAILUsedBudget[] | undefined;
  /** With `includeEvents`. */
  events?: MAILAgentEvent[];
};

/**
 * `providerMetadata.mail` of a part. It comes back with the history as `providerOptions.mail`, and from there alone the
 * next turn knows which task to continue.
 */
export type PartMark = {
  taskId: string;
  /** The swarm, as the model was asked for it. */
  swarm: string;
  /** The run of the task that it is a part of the answer of. */
  run?: number | undefined;
  /** The newest entry of the task's log when it was written. */
  seq?: number | undefined;
  /** Stands for the messages of the user that it answers: whoever changes one of them does not go on from here. */
  digest?: string | undefined;
  agent?: string | undefined;
  /** The call's id in the swarm. */
  callId?: string | undefined;
  /** Stands for the instructions that the task has been given. */
  instructions?: string | undefined;
  /** `chatter`: agents among themselves. `preamble`: said beside a call. */
  kind?: 'chatter' | 'preamble' | undefined;
  /** The swarm has taken these words back. */
  retracted?: true;
};

/** Metadata in the AI SDK's form: JSON without holes, and a copy, so that it stays what it was. */
export function toMetadata(mail: PartMark | MAILProviderMetadata): { mail: JSONObject } {
  return { mail: JSON.parse(JSON.stringify(mail)) as JSONObject };
}

/** What we wrote on a part when we made it. It went through other hands since, so nothing of it is taken for granted. */
export function readMark({ providerOptions }: { providerOptions?: SharedV3ProviderOptions }): PartMark | undefined {
  const mail = providerOptions?.mail as PartMark | undefined;
  return typeof mail?.taskId === 'string' ? mail : undefined;
}
