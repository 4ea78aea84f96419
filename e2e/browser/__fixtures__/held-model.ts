import { type Script, scripted } from '@posthouse/runtime/scripted';
import { Pace } from './pace.ts';

type Model = ReturnType<typeof scripted>;
type Part = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Value> ? Value : never;

/** Characters that a scripted model writes at once. */
export const PIECE = 16;

/** A scripted model whose pieces of text and tool input come when the test says so, counted over all its answers. */
export class HeldModel extends Pace {
  readonly model: Model;

  constructor(script: Script) {
    super();
    const model = scripted(script, { modelId: 'held' });
    this.model = {
      ...model,
      doStream: async (options) => {
        const { stream, ...rest } = await model.doStream(options);
        const hold = new TransformStream<Part, Part>({
          transform: async (part, controller) => {
            const isPiece = part.type === 'text-delta' || part.type === 'tool-input-delta';
            if (isPiece) await this.pass(options.abortSignal);
            controller.enqueue(part);
          },
        });
        return { ...rest, stream: stream.pipeThrough(hold) };
      },
    };
  }
}
