import { setTimeout as wait } from 'node:timers/promises';
import {
  type Api,
  type AssistantMessage,
  type AssistantMessageEvent,
  type AssistantMessageEventStream,
  type Context,
  createAssistantMessageEventStream,
  type Model,
  type SimpleStreamOptions,
} from '@earendil-works/pi-ai';
import { streamSimple } from '@earendil-works/pi-ai/compat';
import { emptyMessage } from './empty-message.ts';
import { type ModelFailure, type ProviderResponse, toFailureText, toModelFailure } from './model-failure.ts';
import { watchAnswers } from './watch-answers.ts';

/** A model and the key to it. */
export type ModelAccess = { readonly model: Model<Api>; readonly apiKey: string };

/** When a model is asked again. */
export type RetryOptions = {
  /** How often the first is asked again after a refusal that may pass; 2 unless given. */
  readonly retries?: number | undefined;
  /** The first wait; each one after it is twice as long. */
  readonly delayMs?: number | undefined;
  /** Nobody waits longer than this: somebody else is asked instead. */
  readonly maxDelayMs?: number | undefined;
  readonly sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<unknown>) | undefined;
};

export type AskOptions = RetryOptions & {
  /** Whom to ask first, and whom when that fails before it has said anything. */
  readonly models: readonly ModelAccess[];
};

const RETRIES = 2;
const RETRY_DELAY_MS = 500;
const MAX_DELAY_MS = 20_000;

/**
 * Asks a model as pi does, and repeats it: a refusal that may pass (429, 5xx, a lost connection) is tried again after a
 * while, and then another model is tried once. Once a model has begun to speak, its answer stands, good or bad. Failures
 * are told in the words of `toFailureText`.
 */
export function askModels(
  options: AskOptions,
  context: Context,
  given: SimpleStreamOptions = {},
): AssistantMessageEventStream {
  const stream = createAssistantMessageEventStream();
  const plan = planAttempts(options);
  void (async () => {
    for (const [index, { access, delayMs }] of plan.entries()) {
      const isLast = index === plan.length - 1;
      const seen: ProviderResponse = {};
      const end = await attempt(stream, access, context, { ...given, fetch: watchAnswers(globalThis.fetch, seen) });
      if (end.type === 'spoken') return stream.end(end.message);
      const failure = toModelFailure(withoutKey(end.message.errorMessage, access), seen);
      const isStopped = end.message.stopReason === 'aborted' || given.signal?.aborted === true;
      if (isStopped || isLast || !failure.isTransient) return fail(stream, end, isStopped ? undefined : failure);
      const next = plan[index + 1]!;
      if (next.access !== access) continue;
      const asked = (failure.retryAfter ?? 0) * 1_000;
      // Nobody waits that long, so the others are asked at once, or nobody.
      if (asked > (options.maxDelayMs ?? MAX_DELAY_MS)) {
        const other = plan.findIndex((each, at) => at > index && each.access !== access);
        if (other === -1) return fail(stream, end, failure);
        plan.splice(index + 1, other - index - 1);
        continue;
      }
      const pause = Math.max(asked, delayMs);
      await (options.sleep ?? sleep)(pause, given.signal).catch(() => undefined);
    }
  })().catch((error: unknown) => {
    const model = options.models[0]!.model;
    const message = toFailedMessage(model, toFailureText(toModelFailure(String(error))));
    stream.push({ type: 'error', reason: 'error', error: message });
    stream.end(message);
  });
  return stream;
}

type Attempt = { access: ModelAccess; delayMs: number };

/** The first model as often as is patient, the others once each. */
function planAttempts({ models, retries = RETRIES, delayMs = RETRY_DELAY_MS }: AskOptions): Attempt[] {
  const [first, ...others] = models;
  if (first === undefined) throw new Error('There is no model to ask.');
  const again = Array.from({ length: retries + 1 }, (_, index) => ({ access: first, delayMs: delayMs * 2 ** index }));
  return [...again, ...others.map((access) => ({ access, delayMs }))];
}

type Silent = { type: 'silent'; message: AssistantMessage; event: Extract<AssistantMessageEvent, { type: 'error' }> };

/** Passes on what a model says. One that fails before it has said anything has passed nothing on. */
async function attempt(
  stream: AssistantMessageEventStream,
  { model, apiKey }: ModelAccess,
  context: Context,
  options: SimpleStreamOptions,
): Promise<{ type: 'spoken'; message: AssistantMessage } | Silent> {
  const held: AssistantMessageEvent[] = [];
  let hasSpoken = false;
  for await (const event of ask(model, context, { ...options, apiKey, maxRetries: 0 })) {
    if (event.type === 'error' && !hasSpoken) return { type: 'silent', message: event.error, event };
    if (event.type === 'error') {
      const isStopped = event.reason === 'aborted' || options.signal?.aborted === true;
      const text = toFailureText(toModelFailure(withoutKey(event.error.errorMessage, { apiKey })));
      const error = isStopped ? event.error : { ...event.error, errorMessage: text };
      stream.push({ ...event, error });
      return { type: 'spoken', message: error };
    }
    if (event.type === 'start' && !hasSpoken) {
      held.push(event);
      continue;
    }
    hasSpoken = true;
    for (const before of held.splice(0)) stream.push(before);
    stream.push(event);
    if (event.type === 'done') return { type: 'spoken', message: event.message };
  }
  const message = toFailedMessage(model, 'The answer broke off.');
  return { type: 'silent', message, event: { type: 'error', reason: 'error', error: message } };
}

/** Some providers repeat the key that they refuse. */
function withoutKey(text: string | undefined, { apiKey }: Pick<ModelAccess, 'apiKey'>): string {
  return (text ?? '').replaceAll(apiKey, '[key]');
}

/** What cannot even be asked is a failure like any other. */
async function* ask(
  model: Model<Api>,
  context: Context,
  options: SimpleStreamOptions,
): AsyncGenerator<AssistantMessageEvent> {
  try {
    yield* streamSimple(model, context, options);
  } catch (error) {
    const message = toFailedMessage(model, error instanceof Error ? error.message : String(error));
    yield { type: 'error', reason: 'error', error: message };
  }
}

function fail(
  stream: AssistantMessageEventStream,
  { message, event }: Silent,
  failure: ModelFailure | undefined,
): void {
  const error = failure === undefined ? message : { ...message, errorMessage: toFailureText(failure) };
  stream.push({ ...event, error });
  stream.end(error);
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<unknown> {
  return wait(ms, undefined, { signal });
}

function toFailedMessage(model: Model<Api>, errorMessage: string): AssistantMessage {
  return { ...emptyMessage(model, 'error'), errorMessage };
}
