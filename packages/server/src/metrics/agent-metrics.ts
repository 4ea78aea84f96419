import type { AgentObserver, AgentRunFact, AgentToolFact } from '@posthouse/chat';
import type { Registry } from 'prom-client';
import { defineMetrics } from './define-metrics.ts';
import { LabelBook } from './label-book.ts';
import { toTokenKinds } from './to-token-kinds.ts';

/** From a word to an afternoon in which an agent works, and waits for approvals. */
const RUN_SECONDS = [0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 28_800];
const TOOL_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

/** What agents of the chat do, as their sessions tell it. */
export class AgentMetrics implements AgentObserver {
  readonly #agents = new LabelBook<'agent'>();
  readonly #tools = new LabelBook<'agent' | 'tool'>();
  readonly #runSeconds;
  readonly #tokens;
  readonly #cost;
  readonly #toolSeconds;
  readonly #toolFailures;

  constructor(registry: Registry) {
    const { counter, histogram } = defineMetrics(registry);
    this.#runSeconds = histogram(
      'posthouse_agent_run_seconds',
      'Time of an answer of an agent, approvals included, by outcome: complete, stopped, interrupted or failed.',
      RUN_SECONDS,
      ['agent', 'outcome'],
    );
    this.#tokens = counter(
      'posthouse_agent_tokens_total',
      'Tokens that agents say they have used. Input includes what came from a cache, output includes reasoning.',
      ['agent', 'kind'],
    );
    this.#cost = counter('posthouse_agent_cost_total', 'What agents say they have cost, in US dollars.', ['agent']);
    this.#toolSeconds = histogram('posthouse_agent_tool_seconds', 'Time that tools of agents ran.', TOOL_SECONDS, [
      'agent',
      'tool',
    ]);
    this.#toolFailures = counter(
      'posthouse_agent_tool_failures_total',
      'Calls of tools without a result: action_failed, denied by the user, or cancelled with the run.',
      ['agent', 'tool', 'reason'],
    );
  }

  agentAnswered({ agent: name, outcome, seconds, usage, cost }: AgentRunFact): void {
    const { agent } = this.#agents.of({ agent: name });
    this.#runSeconds.observe({ agent, outcome }, seconds);
    for (const [kind, count] of toTokenKinds(usage)) this.#tokens.inc({ agent, kind }, count);
    const price = cost ?? usage?.cost ?? 0;
    if (price > 0) this.#cost.inc({ agent }, price);
  }

  agentUsedTool({ agent, tool, seconds, failure }: AgentToolFact): void {
    const labels = this.#tools.of({ agent, tool });
    this.#toolSeconds.observe(labels, seconds);
    if (failure !== undefined) this.#toolFailures.inc({ ...labels, reason: failure });
  }
}
