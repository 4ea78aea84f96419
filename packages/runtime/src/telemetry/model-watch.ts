import { context, propagation, SpanKind } from '@opentelemetry/api';
import { defined, type Usage } from '@posthouse/protocol';
import type { AnswerWatch, RespondResult, WatchedModel } from '../respond/respond.ts';
import type { ModelFailureReason } from './observer.ts';
import { errorType, markFailed, type Scope, type Telemetry } from './telemetry.ts';
import { toSpanMessages, toSpanText } from './to-span-text.ts';

type Place = { swarm: string; agent: string; taskId: string };

/**
 * Watches one answer of a model. It may take several requests, because the first ones failed or because an answer goes on:
 * the span is about the answer, and whoever counts is told of each request.
 */
export class ModelWatch implements AnswerWatch {
  readonly #telemetry: Telemetry;
  readonly #place: Place;
  readonly #asked: WatchedModel;
  readonly #scope: Scope | undefined;
  #askedAt: number | undefined;
  #firstAt: number | undefined;
  #requests = 0;
  #reasons: string[] = [];

  constructor(telemetry: Telemetry, place: Place, asked: WatchedModel, turn: Scope | undefined) {
    this.#telemetry = telemetry;
    this.#place = place;
    this.#asked = asked;
    if (turn === undefined) return;
    const { agent, taskId } = place;
    const { provider, model } = asked;
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': provider.split('.')[0]!,
      'gen_ai.request.model': model,
      'gen_ai.request.stream': true,
      'gen_ai.agent.name': agent,
      'gen_ai.conversation.id': taskId,
    };
    this.#scope = telemetry.open(`chat ${model}`, { kind: SpanKind.CLIENT, attributes }, turn.context);
  }

  /** Sends a request, with headers that tell the provider which trace it belongs to. It may be refused and sent again. */
  async request<Answer>(
    send: (headers: Record<string, string>) => PromiseLike<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    // If another request is open, its answer has come and is to be continued.
    this.#settle();
    this.#requests += 1;
    this.#firstAt = undefined;
    this.#askedAt = performance.now();
    const headers: Record<string, string> = {};
    if (this.#scope !== undefined) propagation.inject(this.#scope.context, headers);
    try {
      return await send(headers);
    } catch (error) {
      this.#settle(signal.aborted ? 'cancelled' : toReason(error));
      throw error;
    }
  }

  /** Something of the answer has come. */
  came(): void {
    this.#firstAt ??= performance.now();
  }

  /** Why the model stopped, each time. */
  stopped(reasons: string[]): void {
    this.#reasons = reasons;
  }

  async over(work: () => Promise<RespondResult>, signal: AbortSignal): Promise<RespondResult> {
    try {
      const result = await (this.#scope === undefined ? work() : context.with(this.#scope.context, work));
      this.#settle();
      this.#tell(result);
      return result;
    } catch (error) {
      this.#settle(signal.aborted ? 'cancelled' : toReason(error));
      if (this.#scope !== undefined) markFailed(this.#scope.span, signal.aborted ? 'cancelled' : errorType(error));
      throw error;
    } finally {
      this.#scope?.span.setAttribute('posthouse.model.requests', this.#requests);
      this.#scope?.span.end();
    }
  }

  /** Counts the request that is open, if one is. */
  #settle(failure?: ModelFailureReason): void {
    const askedAt = this.#askedAt;
    if (askedAt === undefined) return;
    this.#askedAt = undefined;
    const first = this.#firstAt === undefined ? undefined : (this.#firstAt - askedAt) / 1000;
    if (first !== undefined) this.#scope?.span.setAttribute('gen_ai.response.time_to_first_chunk', first);
    const { observer } = this.#telemetry;
    if (observer === undefined) return;
    observer.modelAsked({
      swarm: this.#place.swarm,
      agent: this.#place.agent,
      model: this.#asked.model,
      seconds: (performance.now() - askedAt) / 1000,
      ...defined({ firstSeconds: first, failure }),
    });
  }

  #tell({ usage, messages }: RespondResult): void {
    const { span } = this.#scope ?? {};
    if (span?.isRecording() !== true) return;
    span.setAttribute('gen_ai.response.finish_reasons', this.#reasons);
    if (usage !== undefined) span.setAttributes(toUsageAttributes(usage.usage));
    if (!this.#telemetry.content) return;
    const { system, messages: given } = this.#asked;
    if (system !== '') {
      span.setAttribute('gen_ai.system_instructions', toSpanText([{ type: 'text', content: system }]));
    }
    span.setAttribute('gen_ai.input.messages', toSpanText(toSpanMessages(given)));
    span.setAttribute('gen_ai.output.messages', toSpanText(toSpanMessages(messages)));
  }
}

function toUsageAttributes(usage: Usage): Record<string, number> {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens, cost } = usage;
  return defined({
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    'gen_ai.usage.cache_read.input_tokens': cacheReadTokens,
    'gen_ai.usage.cache_creation.input_tokens': cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': reasoningTokens,
    'posthouse.cost': cost,
  });
}

function toReason(error: unknown): ModelFailureReason {
  const status = statusOf(error) ?? statusOf((error as { details?: unknown } | undefined)?.details);
  if (status === undefined) return 'broken';
  if (status === 429) return 'rate_limited';
  return status < 500 ? 'refused' : 'unavailable';
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { statusCode, status } = error as { statusCode?: unknown; status?: unknown };
  const found = statusCode ?? status;
  return typeof found === 'number' && found >= 400 ? found : undefined;
}
