import {
  APICallError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3GenerateResult,
  type LanguageModelV3StreamPart,
  type LanguageModelV3StreamResult,
} from '@ai-sdk/provider';
import { newId } from '@posthouse/protocol/light';
import { collectContent } from './parts/collect-content.ts';
import { tellingTranslator } from './parts/telling-translator.ts';
import { platform, type Signal } from './platform.ts';
import { type CallPlan, planCall } from './request/plan-call.ts';
import type { MAILModelSettings, MAILProviderSettings } from './provider-settings.ts';
import { mailServer } from './wire/mail-server.ts';
import { cancelWhenPosted, type OpenTask, openTask } from './wire/open-task.ts';
import { toHeaders } from './wire/to-call-error.ts';

/** What a model needs to know of its provider. Read anew for each call, for the environment may come late. */
export type MAILModelConfig = Pick<MAILProviderSettings, 'includeAgentChatter' | 'onEvent' | 'fetch'> & {
  baseURL: () => string;
  headers: () => Record<string, string | undefined>;
};

type Attempt = { plan: CallPlan; key: string };

/** Most calls are repeated within seconds, or never. */
const MAX_UNTAKEN = 100;

/** A swarm as a language model of the AI SDK. */
export class MAILLanguageModel implements LanguageModelV3 {
  readonly specificationVersion = 'v3';
  readonly provider = 'mail';
  /** The swarm; `default` is the server's default. */
  readonly modelId: string;
  /** Links go to the agents as links. */
  readonly supportedUrls = { '*/*': [/^https?:\/\//] };
  readonly #settings: MAILModelSettings;
  readonly #config: MAILModelConfig;
  /**
   * Calls that the server did not take and that may be repeated: their content, and the task and key they were
   * given.
   */
  readonly #untaken = new Map<string, Attempt>();

  constructor(modelId: string, settings: MAILModelSettings, config: MAILModelConfig) {
    this.modelId = modelId;
    this.#settings = settings;
    this.#config = config;
  }

  async doGenerate(options: LanguageModelV3CallOptions): Promise<LanguageModelV3GenerateResult> {
    const { stream, request, response } = await this.#open({ ...options, includeRawChunks: false }, true);
    const collected = await collectContent(stream.getReader());
    return { ...collected, request, response: { ...response, ...collected.response } };
  }

  doStream(options: LanguageModelV3CallOptions): Promise<LanguageModelV3StreamResult> {
    return this.#open(options, false);
  }

  async #open(options: LanguageModelV3CallOptions, whole: boolean): Promise<LanguageModelV3StreamResult> {
    const { abortSignal, includeRawChunks: includeRaw = false } = options;
    if (abortSignal?.aborted) throw toAbortError(abortSignal);
    const { modelId } = this;
    const { baseURL, headers, fetch, includeAgentChatter, onEvent } = this.#config;
    const attempt = this.#attempt(planCall(options, { modelId, settings: this.#settings }));
    const server = mailServer({ baseURL: baseURL(), headers: { ...headers(), ...options.headers }, fetch });
    const connection = new platform.AbortController();
    const posted = openTask({ server, ...attempt, signal: connection.signal });
    const { aborted, stop } = onAbort(
      abortSignal,
      () => void cancelWhenPosted(server, attempt.plan, { posted, leave }),
    );
    const leave = (): void => {
      stop();
      connection.abort();
    };
    const task = await Promise.race([posted, aborted]).catch((error: unknown) => {
      stop();
      if (APICallError.isInstance(error) && error.isRetryable) this.#keep(attempt);
      throw error;
    });

    const { plan, body, response } = task;
    const translator = tellingTranslator({ plan, modelId, includeRaw, whole, includeAgentChatter, onEvent });
    return {
      stream: toPartStream(task, translator, { abortSignal, aborted, leave }),
      request: { body },
      response: { headers: toHeaders(response) },
    };
  }

  /**
   * The AI SDK repeats a call without saying so. A call with the same content as one that was not taken is the same
   * message.
   */
  #attempt(plan: CallPlan): Attempt {
    const words = toWords(plan);
    const known = this.#untaken.get(words);
    this.#untaken.delete(words);
    return known ?? { plan, key: newId() };
  }

  #keep(attempt: Attempt): void {
    if (this.#untaken.size >= MAX_UNTAKEN) this.#untaken.clear();
    this.#untaken.set(toWords(attempt.plan), attempt);
  }
}

/** What a call says, whichever task it goes to. */
function toWords({ body, results }: CallPlan): string {
  return JSON.stringify([
    { ...body, task_id: '' },
    { ...results, task_id: '' },
  ]);
}

/** Does something when the caller leaves. `aborted` rejects then; `stop` forgets about it. */
function onAbort(signal: Signal | undefined, act: () => void): { aborted: Promise<never>; stop: () => void } {
  let listener = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    listener = () => {
      act();
      reject(toAbortError(signal!));
    };
  });
  // Whoever does not wait for it need not be told.
  aborted.catch(() => undefined);
  signal?.addEventListener('abort', listener);
  return { aborted, stop: () => signal?.removeEventListener('abort', listener) };
}

/** Reads what is told of a task as fast as its parts are wanted. */
function toPartStream(
  { plan, first: next, tellings }: OpenTask,
  translator: ReturnType<typeof tellingTranslator>,
  on: { abortSignal: Signal | undefined; aborted: Promise<never>; leave: () => void },
): LanguageModelV3StreamResult['stream'] {
  return new platform.ReadableStream<LanguageModelV3StreamPart>({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: plan.warnings });
      on.aborted.catch((error: unknown) => controller.error(error));
    },
    async pull(controller) {
      let parts: LanguageModelV3StreamPart[] = [];
      while (parts.length === 0 && !translator.isFinished()) {
        parts = await (next ?? tellings.next())
          .then(({ value }) => translator.take(value as never))
          .catch(translator.fail);
        next = undefined;
      }
      if (on.abortSignal?.aborted) return;
      for (const part of parts) controller.enqueue(part);
      if (!translator.isFinished()) return;
      // The last telling may leave a connection open that nobody listens to.
      on.leave();
      controller.close();
    },
    cancel: on.leave,
  });
}

/** Why a signal was aborted, as the AI SDK recognises it: by its name, whatever the caller gave as a reason. */
function toAbortError({ reason }: { reason: unknown }): unknown {
  if (reason instanceof Error && /^(?:AbortError|TimeoutError)$/.test(reason.name)) return reason;
  const message = reason instanceof Error ? reason.message : 'The call was aborted';
  return Object.assign(new Error(message, { cause: reason }), { name: 'AbortError' });
}
