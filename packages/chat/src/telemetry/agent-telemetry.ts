import { type Context, context, ProxyTracer, ROOT_CONTEXT, trace, type Tracer } from '@opentelemetry/api';
import type { AgentObserver } from './agent-observer.ts';
import { AgentRunWatch, type WatchedRun } from './agent-run-watch.ts';

/** A message that waits for its turn. */
type Waiting = { conversation: string; messageId: string };

/** Of how many messages that wait it is remembered who sent them. The answers to others are traces of their own. */
const MAX_WAITING = 1_000;

/**
 * Where agent sessions tell what they do, to whoever counts and to whoever traces. There is none when nobody does either, and
 * then nothing is made.
 */
export class AgentTelemetry {
  readonly #observer: AgentObserver | undefined;
  readonly #tracer: Tracer | undefined;
  readonly #waiting = new Map<string, Context>();

  private constructor(observer: AgentObserver | undefined, tracer: Tracer | undefined) {
    this.#observer = observer;
    this.#tracer = tracer;
  }

  static find(observer: AgentObserver | undefined): AgentTelemetry | undefined {
    const found = trace.getTracer('posthouse');
    // Without an SDK the API gives a stand-in, which makes an object for every span that nobody will see.
    const tracer = found instanceof ProxyTracer ? undefined : found;
    return tracer === undefined && observer === undefined ? undefined : new AgentTelemetry(observer, tracer);
  }

  /** An answer begins, on behalf of whoever runs this code. */
  run(run: WatchedRun): AgentRunWatch {
    return new AgentRunWatch({ ...run, observer: this.#observer, tracer: this.#tracer });
  }

  /** A message has to wait; its answer will be on behalf of whoever runs this code. */
  wait(message: Waiting): void {
    if (this.#tracer === undefined) return;
    this.#waiting.set(keyOf(message), context.active());
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > MAX_WAITING) this.#waiting.delete(oldest!);
  }

  /** Begins the answer to a message that has waited. Whoever happened to end the answer before it has nothing to do with it. */
  proceed<Result>(message: Waiting, begin: () => Result): Result {
    const around = this.#waiting.get(keyOf(message)) ?? ROOT_CONTEXT;
    this.#waiting.delete(keyOf(message));
    return context.with(around, begin);
  }
}

function keyOf({ conversation, messageId }: Waiting): string {
  return `${conversation} ${messageId}`;
}
