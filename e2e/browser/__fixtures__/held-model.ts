import { type Script, scripted } from '@posthouse/runtime/scripted';

type Model = ReturnType<typeof scripted>;
type Part = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Value> ? Value : never;

/** Characters that a scripted model writes at once. */
export const PIECE = 16;

/**
 * A scripted model whose words come when the test says so: it stops after so many pieces of text or tool input, counted
 * over all its answers, until it is allowed more.
 */
export class HeldModel {
  readonly model: Model;
  #allowed = Infinity;
  #passed = 0;
  #wake = Promise.withResolvers<void>();

  constructor(script: Script) {
    const model = scripted(script, { modelId: 'held' });
    this.model = {
      ...model,
      doStream: async (options) => {
        const { stream, ...rest } = await model.doStream(options);
        const hold = new TransformStream<Part, Part>({
          transform: async (part, controller) => {
            await this.#pass(part, options.abortSignal);
            controller.enqueue(part);
          },
        });
        return { ...rest, stream: stream.pipeThrough(hold) };
      },
    };
  }

  /** How many pieces the model may say from now on before it stops. */
  allow(pieces: number): void {
    this.#allowed = this.#passed + pieces;
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  /** Whether it has said everything that it may. */
  get isSpent(): boolean {
    return this.#passed >= this.#allowed;
  }

  async #pass({ type }: Part, signal: AbortSignal | undefined): Promise<void> {
    if (type !== 'text-delta' && type !== 'tool-input-delta') return;
    while (this.#passed >= this.#allowed) {
      const left = Promise.withResolvers<never>();
      const leave = (): void => left.reject(signal?.reason);
      signal?.addEventListener('abort', leave, { once: true });
      await Promise.race([this.#wake.promise, left.promise]).finally(() => signal?.removeEventListener('abort', leave));
    }
    this.#passed += 1;
  }
}
