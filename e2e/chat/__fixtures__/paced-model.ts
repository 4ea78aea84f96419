import { readMail } from '@posthouse/runtime/scripted';
import type { LanguageModel } from 'ai';
import type { Gates } from './gates.ts';

/** The kind of model that every version of the AI SDK takes. */
type Model = Extract<LanguageModel, { specificationVersion: 'v3' }>;
type CallOptions = Parameters<Model['doStream']>[0];
type StreamPart = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

/** What a model does next: says a piece of its answer, waits at a gate, thinks, or calls a tool. */
export type Beat =
  | { say: string }
  | { wait: string }
  | { think: string }
  | { call: string; input: unknown; id?: string };

export type Told = {
  /** The body of the newest message. */
  body: string;
  /** The newest result of a call, if nothing came after it. */
  result: string | undefined;
  /** Everything it was told, as text. */
  prompt: string;
  /** How often it was asked, this time included. */
  times: number;
};

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

/** A model that writes its answer beat by beat, as a test lets it. */
export class PacedModel implements Model {
  readonly specificationVersion = 'v3';
  readonly provider = 'paced';
  readonly modelId = 'paced';
  readonly supportedUrls = {};
  readonly aborted: string[] = [];
  asked = 0;
  readonly #play: (told: Told) => Beat[];
  readonly #gates: Gates;

  constructor(gates: Gates, play: (told: Told) => Beat[]) {
    this.#gates = gates;
    this.#play = play;
  }

  doGenerate(): never {
    throw new Error('agents stream');
  }

  async doStream({ prompt, abortSignal }: CallOptions) {
    this.asked += 1;
    const told = toTold(prompt, this.asked);
    const stream = ReadableStream.from(this.#write(told, abortSignal));
    return { stream: stream as unknown as ReadableStream<StreamPart> };
  }

  async *#write(told: Told, signal: AbortSignal | undefined): AsyncGenerator<StreamPart> {
    const note = () => void this.aborted.push(told.body);
    signal?.addEventListener('abort', note);
    yield* this.#parts(this.#play(told), signal);
    // Whoever is done is not interrupted any more.
    signal?.removeEventListener('abort', note);
  }

  async *#parts(beats: Beat[], signal: AbortSignal | undefined): AsyncGenerator<StreamPart> {
    yield { type: 'stream-start', warnings: [] };
    const answer = `answer-${this.asked}`;
    let said: string | undefined;
    for (const [index, beat] of beats.entries()) {
      if ('wait' in beat) await this.#gates.wait(beat.wait, signal);
      else if ('think' in beat) yield* think(`${index}`, beat.think);
      else if ('call' in beat) {
        const toolCallId = beat.id ?? `call-${this.asked}-${index}`;
        yield { type: 'tool-call', toolCallId, toolName: beat.call, input: JSON.stringify(beat.input) };
      } else {
        if (said === undefined) {
          yield { type: 'tool-input-start', id: answer, toolName: 'task_complete' };
          yield { type: 'tool-input-delta', id: answer, delta: '{"finish_message":"' };
        }
        said = (said ?? '') + beat.say;
        yield { type: 'tool-input-delta', id: answer, delta: JSON.stringify(beat.say).slice(1, -1) };
      }
    }
    if (said !== undefined) {
      yield { type: 'tool-input-delta', id: answer, delta: '"}' };
      yield { type: 'tool-input-end', id: answer };
      const input = JSON.stringify({ finish_message: said });
      yield { type: 'tool-call', toolCallId: answer, toolName: 'task_complete', input };
    }
    yield { type: 'finish', finishReason: { unified: 'tool-calls', raw: undefined }, usage };
  }
}

function* think(id: string, text: string): Generator<StreamPart> {
  yield { type: 'reasoning-start', id };
  yield { type: 'reasoning-delta', id, delta: text };
  yield { type: 'reasoning-end', id };
}

function toTold(prompt: CallOptions['prompt'], times: number): Told {
  const last = prompt.at(-1)!;
  const text = JSON.stringify(prompt);
  const result = last.role === 'tool' ? last.content.at(-1) : undefined;
  const output = result?.type === 'tool-result' ? result.output : undefined;
  const words =
    last.role === 'user' ? last.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n') : '';
  return {
    body: readMail(words).mail.at(-1)?.body.trim() ?? words,
    result: output !== undefined && 'value' in output ? String(output.value) : undefined,
    prompt: text,
    times,
  };
}
