import {
  type Context,
  context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { Instance } from '@posthouse/protocol';
import type { Mail } from '@posthouse/store';
import { noteOf } from '../task/letters/letter-note.ts';
import { currentCause } from '../task/cause.ts';
import { findTracer } from './find-tracer.ts';
import type { Observer } from './observer.ts';
import { parseTraceparent } from './traceparent.ts';

export type TelemetryOptions = {
  /** Counts what happens. */
  observer?: Observer | undefined;
  /** Whether spans tell what was said. They never do unless somebody has asked for it. */
  content?: boolean | undefined;
};

/** A span that has begun, and the context for whatever happens inside it. */
export type Scope = { span: Span; context: Context };

/** How a task is changed from outside. */
export type ChangeKind = 'post' | 'step' | 'resume' | 'cancel' | 'receive';

/**
 * Where the runtime tells what it does, to whoever counts and to whoever traces. There is none when nobody does either.
 * Spans follow the conventions of OpenTelemetry for generative AI.
 */
export class Telemetry {
  readonly observer: Observer | undefined;
  readonly content: boolean;
  readonly #tracer: Tracer | undefined;

  private constructor({ observer, content = false }: TelemetryOptions, tracer: Tracer | undefined) {
    this.observer = observer;
    this.content = content;
    this.#tracer = tracer;
  }

  static find(options: TelemetryOptions): Telemetry | undefined {
    const tracer = findTracer();
    return tracer === undefined && options.observer === undefined ? undefined : new Telemetry(options, tracer);
  }

  /** Whether spans are made: ask before making attributes for them. */
  get traces(): boolean {
    return this.#tracer !== undefined;
  }

  /** Begins a span. Its parent is a context, or a span that was kept as text. Only where `traces` says so. */
  open(name: string, options: SpanOptions, parent: Context | string | undefined): Scope {
    const around = typeof parent === 'object' ? parent : toContext(parent);
    const span = this.#tracer!.startSpan(name, options, around);
    return { span, context: trace.setSpan(around, span) };
  }

  /** Begins the span of a change from outside, below whatever asks for it. */
  change(kind: ChangeKind, { swarm }: Instance, taskId: string): Scope | undefined {
    if (!this.traces) return undefined;
    const attributes = {
      'messaging.system': 'mail',
      'messaging.operation.name': kind,
      'messaging.destination.name': swarm,
      'gen_ai.conversation.id': taskId,
    };
    const spanKind = kind === 'receive' ? SpanKind.CONSUMER : SpanKind.PRODUCER;
    const active = context.active();
    const parent = trace.getSpanContext(active) === undefined ? currentCause()?.trace : active;
    return this.open(`${kind} ${swarm}`, { kind: spanKind, attributes }, parent);
  }
}

/** Does something inside a span and ends it. */
export async function within<Result>({ span, context: inside }: Scope, work: () => Promise<Result>): Promise<Result> {
  try {
    return await context.with(inside, work);
  } catch (error) {
    markFailed(span, errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Links to what brought mail about. */
export function toLinks(mail: readonly Mail[]): Link[] {
  const links: Link[] = [];
  for (const { message } of mail) {
    const linked = parseTraceparent(noteOf(message).cause?.trace);
    if (linked !== undefined) links.push({ context: linked, attributes: { 'messaging.message.id': message.id } });
  }
  return links;
}

/** Marks a span as failed. The words of an error may repeat what somebody said, so only its kind is told. */
export function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** What kind of error it is, in a word. */
export function errorType(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

function toContext(kept: string | undefined): Context {
  const parent = parseTraceparent(kept);
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}
