import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanStatusCode,
  type TimeInput,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { defined, type JSONObject, type Usage } from '@posthouse/protocol';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { AgentObserver, AgentOutcome, ToolFailure } from './agent-observer.ts';
import { type CallNews, toCallNews } from './to-call-news.ts';

export type WatchedRun = {
  /** What the session calls the agent, and what its adapter is called. */
  agent: string;
  adapter: string;
  sessionId: string;
  model?: string | undefined;
};

export type AgentRunWatchOptions = WatchedRun & {
  observer?: AgentObserver | undefined;
  tracer?: Tracer | undefined;
};

/** What is said of a run at its end. */
type RunFacts = { model?: string; usage?: Usage; cost?: number };

/** How the conventions of OpenTelemetry call those who make the agents; others go by the names of their adapters. */
const PROVIDERS: Readonly<Record<string, string>> = {
  claude: 'anthropic',
  codex: 'openai',
};

/**
 * Watches one answer of an agent and the tools that it uses, as spans and as facts to count. What was said is in neither.
 * Spans follow the conventions of OpenTelemetry for generative AI.
 */
export class AgentRunWatch {
  readonly #options: AgentRunWatchOptions;
  readonly #span: Span | undefined;
  readonly #inside: Context;
  readonly #begunAt = performance.now();
  readonly #calls = new Map<string, { tool: string; begunAt: number; startTime: TimeInput }>();
  #facts: RunFacts = {};
  #isOver = false;

  constructor(options: AgentRunWatchOptions) {
    this.#options = options;
    const { agent, tracer } = options;
    const around = context.active();
    this.#inside = around;
    if (tracer === undefined) return;
    this.#span = tracer.startSpan(`invoke_agent ${agent}`, { attributes: toRunAttributes(options) }, around);
    this.#inside = trace.setSpan(around, this.#span);
  }

  /** Runs the agent: requests and processes that are traced by themselves belong to the run. */
  over<Result>(work: () => Result): Result {
    return this.#span === undefined ? work() : context.with(this.#inside, work);
  }

  /** Something of the answer has come. */
  see(chunk: UIChunk): void {
    if (chunk.type === 'finish' || chunk.type === 'message-metadata') this.#learn(chunk.messageMetadata);
    const news = toCallNews(chunk);
    if (news !== undefined) this.#follow(news);
  }

  /** The answer has ended, and with it calls that have no result. `chunks` close it, `failure` is the code of an error. */
  end(outcome: AgentOutcome, { chunks = [], failure }: { chunks?: readonly UIChunk[]; failure?: string } = {}): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const id of this.#calls.keys()) this.#endCall(id, 'cancelled');
    for (const chunk of chunks) this.see(chunk);
    const { agent, observer } = this.#options;
    const { usage, cost } = this.#facts;
    const seconds = (performance.now() - this.#begunAt) / 1000;
    observer?.agentAnswered({ agent, outcome, seconds, ...defined({ usage, cost }) });
    const span = this.#span;
    if (span === undefined) return;
    span.setAttributes({ 'posthouse.run.outcome': outcome, ...toFactAttributes(this.#facts) });
    if (outcome === 'failed') markFailed(span, failure ?? 'agent_failed');
    span.end();
  }

  #learn(metadata: JSONObject | undefined): void {
    const { model, usage, cost } = (metadata ?? {}) as RunFacts;
    this.#facts = { ...this.#facts, ...defined({ model, usage, cost }) };
  }

  #follow({ id, tool, phase, failure }: CallNews): void {
    const known = this.#calls.get(id);
    // What waits to be allowed begins when it is.
    if (phase === 'begun' ? known === undefined && tool !== undefined : phase === 'allowed' && known !== undefined) {
      this.#calls.set(id, { tool: tool ?? known!.tool, begunAt: performance.now(), startTime: Date.now() });
    } else if (phase === 'ended') this.#endCall(id, failure);
  }

  #endCall(id: string, failure: ToolFailure | undefined): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#calls.delete(id);
    const { agent, sessionId, observer, tracer } = this.#options;
    const { tool, begunAt, startTime } = call;
    const seconds = (performance.now() - begunAt) / 1000;
    observer?.agentUsedTool({ agent, tool, seconds, ...defined({ failure }) });
    if (tracer === undefined) return;
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': id,
      'gen_ai.agent.name': agent,
      'gen_ai.conversation.id': sessionId,
    };
    const span = tracer.startSpan(`execute_tool ${tool}`, { attributes, startTime }, this.#inside);
    if (failure !== undefined) markFailed(span, failure);
    span.end();
  }
}

function toRunAttributes({ agent, adapter, sessionId, model }: WatchedRun): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': Object.hasOwn(PROVIDERS, adapter) ? PROVIDERS[adapter]! : adapter,
    'gen_ai.agent.name': agent,
    'gen_ai.conversation.id': sessionId,
    'gen_ai.request.model': model,
  };
}

function toFactAttributes({ model, usage, cost }: RunFacts): Attributes {
  return defined({
    'gen_ai.response.model': model,
    'gen_ai.usage.input_tokens': usage?.inputTokens,
    'gen_ai.usage.output_tokens': usage?.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage?.cacheReadTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage?.cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': usage?.reasoningTokens,
    'posthouse.cost': cost ?? usage?.cost,
  });
}

/** The words of an error may repeat what somebody said, so only its kind is told. */
function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
