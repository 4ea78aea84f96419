import { context } from '@opentelemetry/api';
import type { CallResult, JSONValue } from '@posthouse/protocol';
import type { Mail } from '@posthouse/store';
import type { ModelWatcher, WatchedModel } from '../respond/respond.ts';
import { ModelWatch } from './model-watch.ts';
import { markFailed, type Scope, type Telemetry, toLinks, within } from './telemetry.ts';
import { toSpanText } from './to-span-text.ts';
import { toTraceparent } from './traceparent.ts';

export type WatchedTurn = { swarm: string; taskId: string; run: number; agent: string; turn: number };

/** Watches one turn of an agent, and what is asked and done in it. */
export class TurnWatch implements ModelWatcher {
  readonly #telemetry: Telemetry;
  readonly #place: WatchedTurn;
  readonly #scope: Scope | undefined;
  #trace: string | undefined;

  constructor(telemetry: Telemetry, place: WatchedTurn & { taken: readonly Mail[]; resumed: boolean }, run?: Scope) {
    this.#telemetry = telemetry;
    this.#place = place;
    if (run === undefined) return;
    const { swarm, agent, taskId, turn, resumed } = place;
    const attributes = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent,
      'gen_ai.conversation.id': taskId,
      'posthouse.swarm': swarm,
      'posthouse.run': place.run,
      'posthouse.turn': turn,
      ...(resumed ? { 'posthouse.turn.resumed': true } : {}),
    };
    this.#scope = telemetry.open(`invoke_agent ${agent}`, { attributes, links: toLinks(place.taken) }, run.context);
  }

  /** The turn as a `traceparent`, for the mail that it sends. */
  get trace(): string | undefined {
    if (this.#scope !== undefined) this.#trace ??= toTraceparent(this.#scope.span.spanContext());
    return this.#trace;
  }

  /** Mail that cut in on the turn. */
  read(mail: readonly Mail[]): void {
    if (this.#scope !== undefined && mail.length > 0) this.#scope.span.addLinks(toLinks(mail));
  }

  /** Takes the turn. */
  over<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#scope === undefined ? work() : within(this.#scope, work);
  }

  /** A model is about to be asked. */
  model(asked: WatchedModel): ModelWatch {
    return new ModelWatch(this.#telemetry, this.#place, asked, this.#scope);
  }

  /** Runs an action. */
  async action<Result extends CallResult>(
    { tool, callId, input }: { tool: string; callId: string; input: JSONValue },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { swarm, agent } = this.#place;
    const scope = this.#openAction(tool, callId, input);
    const start = performance.now();
    const result = scope === undefined ? await work() : await context.with(scope.context, work);
    const failure = result.status === 'success' ? {} : { failure: result.code ?? result.status };
    const seconds = (performance.now() - start) / 1000;
    this.#telemetry.observer?.actionRan({ swarm, agent, action: tool, seconds, ...failure });
    if (scope !== undefined) {
      if (failure.failure !== undefined) markFailed(scope.span, failure.failure);
      if (this.#telemetry.content) scope.span.setAttribute('gen_ai.tool.call.result', toSpanText(result.content));
      scope.span.end();
    }
    return result;
  }

  #openAction(tool: string, callId: string, input: JSONValue): Scope | undefined {
    if (this.#scope === undefined) return undefined;
    const { agent, taskId } = this.#place;
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': callId,
      'gen_ai.tool.type': 'function',
      'gen_ai.agent.name': agent,
      'gen_ai.conversation.id': taskId,
      ...(this.#telemetry.content ? { 'gen_ai.tool.call.arguments': toSpanText(input) } : {}),
    };
    return this.#telemetry.open(`execute_tool ${tool}`, { attributes }, this.#scope.context);
  }
}
