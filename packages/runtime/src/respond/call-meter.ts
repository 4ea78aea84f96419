import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { addUsage, newId, type Usage } from '@posthouse/protocol';
import { estimateTokens, TokenEstimate } from '../messages/estimate-tokens.ts';
import type { Prices } from './prices.ts';
import { toUsage } from './to-usage.ts';

/** What calls of one model came to. `estimated` when the provider of one of them has not said. */
export type MeteredCalls = { model: string; usage: Usage; calls: number; estimated?: true };

/** A request that is about to go out, and what it costs as far as anybody knows by now. */
export type NewCall = { id: string; model: string; usage: Usage };

/** What a call came to of which nothing is on disk but, if `noted`, that it was made. */
export type LostCall = MeteredCalls & { id: string; noted: Promise<boolean> };

export type CallMeterOptions = {
  /** Called before a request goes out, which waits for it. Whether the call is noted where a killed process leaves it. */
  onCall?: ((call: NewCall) => Promise<boolean>) | undefined;
  /** Counts the same calls, and others. */
  above?: CallMeter | undefined;
};

export type MeteredModel = { model: string; prices?: Prices | undefined };

/**
 * What the model calls of a turn use up. It can be read at any time, also in the middle of a call: whoever stops a run has to
 * say what was spent on it until then.
 */
export class CallMeter {
  /** Calls that are on their way into the log, and those that nothing was said of yet. */
  #told: CallTally[] = [];
  #untold: CallTally[] = [];
  readonly #options: CallMeterOptions;

  constructor(options: CallMeterOptions = {}) {
    this.#options = options;
  }

  /** A request goes out with this prompt. */
  begin(model: MeteredModel, prompt: unknown): CallTally {
    const { onCall, above } = this.#options;
    const tally = above?.begin(model, prompt) ?? new CallTally(model, prompt);
    this.#untold.push(tally);
    if (onCall !== undefined) tally.noted = onCall(tally.toNewCall());
    return tally;
  }

  /** What has been used up by calls that nothing was said of yet, by model. */
  read(): MeteredCalls[] {
    return sumUp(this.#untold);
  }

  /** The same, for somebody who writes it down. */
  take(): MeteredCalls[] {
    const read = this.read();
    this.#told.push(...this.#untold);
    this.#untold = [];
    return read;
  }

  /** What was taken is on disk. */
  settle(): void {
    this.#told = [];
  }

  /** What is on no disk, at the end. */
  takeRest(): LostCall[] {
    const rest = [...this.#told, ...this.#untold];
    this.#told = this.#untold = [];
    return rest.map((tally) => ({ ...sumUp([tally])[0]!, id: tally.id, noted: tally.noted }));
  }
}

function sumUp(tallies: readonly CallTally[]): MeteredCalls[] {
  const models = new Map<string, MeteredCalls>();
  for (const { model, usage, isEstimated } of tallies.map((tally) => tally.read())) {
    const before = models.get(model);
    const estimated = isEstimated || before?.estimated === true;
    models.set(model, {
      model,
      usage: addUsage(before?.usage, usage),
      calls: (before?.calls ?? 0) + 1,
      ...(estimated ? { estimated: true } : {}),
    });
  }
  return [...models.values()];
}

/** One request to a provider. */
export class CallTally {
  readonly id = newId();
  /** Whether the call is noted; settles before the request goes out. */
  noted: Promise<boolean> = Promise.resolve(false);
  readonly #model: MeteredModel;
  readonly #prompt: unknown;
  #promptTokens: number | undefined;
  readonly #written = new TokenEstimate();
  #told: Usage | undefined;
  #isRefused = false;

  constructor(model: MeteredModel, prompt: unknown) {
    this.#model = model;
    this.#prompt = prompt;
  }

  toNewCall(): NewCall {
    const { model, usage } = this.read();
    return { id: this.id, model, usage };
  }

  /** A provider that does not take the request asks no money for it; one that is left in the middle may. */
  async sent<Answer>(answer: PromiseLike<Answer>, signal: AbortSignal): Promise<Answer> {
    this.#isRefused = false;
    try {
      return await answer;
    } catch (error) {
      this.#isRefused = !signal.aborted;
      throw error;
    }
  }

  see(part: LanguageModelV4StreamPart): void {
    if ('delta' in part) this.#written.add(part.delta);
    else if (part.type === 'finish') this.#told = toUsage(toCounts(part.usage), this.#model);
  }

  read(): { model: string; usage: Usage; isEstimated: boolean } {
    const { model } = this.#model;
    if (this.#told !== undefined) return { model, usage: this.#told, isEstimated: false };
    if (this.#isRefused) return { model, usage: { inputTokens: 0, outputTokens: 0 }, isEstimated: false };
    const total = (tokens: number) => ({ total: tokens, noCache: tokens, text: tokens });
    const unknown = { cacheRead: undefined, cacheWrite: undefined, reasoning: undefined };
    const usage = toUsage(
      toCounts({
        inputTokens: { ...unknown, ...total((this.#promptTokens ??= estimateTokens(JSON.stringify(this.#prompt)))) },
        outputTokens: { ...unknown, ...total(this.#written.tokens) },
      }),
      this.#model,
    );
    return { model, usage: usage!, isEstimated: true };
  }
}

/** Counts of a provider as the AI SDK hands them on. */
function toCounts({ inputTokens, outputTokens }: LanguageModelV4Usage): Parameters<typeof toUsage>[0] {
  return {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    totalTokens: undefined,
    inputTokenDetails: {
      noCacheTokens: inputTokens.noCache,
      cacheReadTokens: inputTokens.cacheRead,
      cacheWriteTokens: inputTokens.cacheWrite,
    },
    outputTokenDetails: { textTokens: outputTokens.text, reasoningTokens: outputTokens.reasoning },
  };
}
