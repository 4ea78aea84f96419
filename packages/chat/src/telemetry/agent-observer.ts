import type { Usage } from '@posthouse/protocol';

/** How an answer of an agent ended: `stopped` by the user, `interrupted` because the server was. */
export type AgentOutcome = 'complete' | 'stopped' | 'interrupted' | 'failed';

/** One finished answer of an agent. */
export type AgentRunFact = {
  agent: string;
  outcome: AgentOutcome;
  /** From its beginning to its end, approvals included. */
  seconds: number;
  /** What it used up and cost, as far as the agent says. */
  usage?: Usage;
  cost?: number;
};

/** One call of a tool that an agent has told of. */
export type AgentToolFact = {
  agent: string;
  tool: string;
  /** From when it could begin: time in which it waited for approval does not count. */
  seconds: number;
  failure?: ToolFailure;
};

/** Why a call has no result: the tool failed, the user refused it, or the run ended first. */
export type ToolFailure = 'action_failed' | 'denied' | 'cancelled';

/** Counts what agents of the chat do. Called once for each fact, when it is over. */
export interface AgentObserver {
  agentAnswered(fact: AgentRunFact): void;
  agentUsedTool(fact: AgentToolFact): void;
}
