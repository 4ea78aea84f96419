import type { Budget, JSONValue } from '@posthouse/protocol';
import type { AnyAction } from './action.ts';
import type { Agent } from './agent.ts';
import type { Prices } from '../respond/prices.ts';

/** What a run may use. The first five ask for a final answer when they are reached; see docs/configuration.md. */
export type RunLimits = {
  /** Messages that people and agents send, as MAIL counts them. No limit by default. */
  messages?: number;
  /** Model calls: retries, summaries and turns of other swarms included. 100 by default. */
  turns?: number;
  /** No limit by default, like the two that follow. */
  milliseconds?: number;
  tokens?: number;
  cost?: number;
  /** How often an agent may repeat the same failing call before the run ends. 6 by default. */
  repeats?: number;
  /** How much of an action's result the model reads. 64 KiB by default. */
  resultBytes?: number;
  /** How much of an action's result the log keeps. 1 MiB by default. */
  storedResultBytes?: number;
  /** How much a model may write in one answer before it is cut off. 1 MiB by default. */
  textBytes?: number;
};

/** How many model calls of a swarm are made at once, within the bounds of the process that makes them. */
export type SwarmCallBounds = {
  /** Of all tasks together. */
  atOnce?: number;
  perCaller?: number;
  perModel?: number;
  /** How many calls of one caller may wait before the caller's messages are refused. */
  waitingPerCaller?: number;
};

/** What model calls may use before runs pause: in one run, and by one caller or by all callers in a UTC day. */
export type Budgets = { run?: Budget; caller?: Budget; swarm?: Budget };

/** Runs instead of every action, for tests and for hosts that execute tools elsewhere. */
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
  /** Calls of these actions pause the task until somebody approves them; then they run. */
  approvalTools?: string[];
  excludeTools?: string[];
  /** How many messages agents may exchange in one run; short for `limits.messages`. */
  taskMessageLimit?: number;
  limits?: RunLimits;
  budgets?: Budgets;
  modelCalls?: SwarmCallBounds;
  prices?: Prices;
};

/** A consistent swarm definition. */
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
      | 'budgets'
      | 'prices'
    >
  >;
