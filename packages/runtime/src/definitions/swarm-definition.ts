import type { JSONValue } from '@posthouse/protocol';
import type { AnyAction } from './action.ts';
import type { Agent } from './agent.ts';

/** Where a run ends with a request for a final answer. Undefined means no limit. */
export type RunLimits = {
  messages?: number;
  turns?: number;
  milliseconds?: number;
  tokens?: number;
  cost?: number;
};

/** Prices per million tokens, by model name. */
export type Prices = Record<string, { input: number; output: number; cacheRead?: number; cacheWrite?: number }>;

/** Runs in the place of every action, for tests and for hosts that execute tools elsewhere. */
export type ActionOverride = (call: {
  tool: string;
  input: JSONValue;
  agent: string;
  callId: string;
}) => Promise<JSONValue> | JSONValue;

export type SwarmOptions = {
  name: string;
  version: string;
  agents: Agent[];
  entrypoint: string;
  description?: string;
  keywords?: string[];
  public?: boolean;
  /** Actions that no agent lists itself but that exist by name. */
  actions?: AnyAction[];
  enableInterswarm?: boolean;
  /** Calls of these tools pause the task until the caller supplies the result. */
  breakpointTools?: string[];
  /** Calls of these actions pause the task until somebody says yes, then run. */
  approvalTools?: string[];
  excludeTools?: string[];
  /** How many messages agents may exchange in one run; short for `limits.messages`. */
  taskMessageLimit?: number;
  limits?: RunLimits;
  prices?: Prices;
};

/** A swarm that is consistent in itself. */
export type SwarmDefinition = Omit<SwarmOptions, 'taskMessageLimit'> &
  Required<
    Pick<
      SwarmOptions,
      | 'description'
      | 'keywords'
      | 'public'
      | 'actions'
      | 'enableInterswarm'
      | 'breakpointTools'
      | 'approvalTools'
      | 'excludeTools'
      | 'limits'
      | 'prices'
    >
  >;
