import { PosthouseError } from '@posthouse/protocol';
import type { SwarmInstance, StepOptions, StepResult } from '@posthouse/runtime';
import type { ProposedStep } from '@posthouse/server';
import type { GameInstance } from '../stage/stage.ts';

type Asked = { step: ProposedStep; taken: (result: StepResult) => void; refused: (error: Error) => void };

/**
 * An instance in which nobody moves until a person says so: what the game would do next is proposed, and done when that person
 * has stepped the agent whose turn it is. Whom else they step meanwhile is their affair.
 */
export class ByHandInstance implements GameInstance {
  readonly #instance: Pick<SwarmInstance, 'submit' | 'cancel'>;
  /** Steps that the game waits for; several where their order does not matter, as in a ballot. */
  readonly #waiting: Asked[] = [];
  #news = Promise.withResolvers<void>();
  #isOver = false;

  constructor(instance: Pick<SwarmInstance, 'submit' | 'cancel'>) {
    this.#instance = instance;
  }

  submit(options: Parameters<SwarmInstance['submit']>[0]): ReturnType<SwarmInstance['submit']> {
    return this.#instance.submit(options);
  }

  cancel(taskId: string): Promise<boolean> {
    return this.#instance.cancel(taskId);
  }

  manualStep({ target, responseType, responseTargets, payload }: StepOptions): Promise<StepResult> {
    const { promise, resolve: taken, reject: refused } = Promise.withResolvers<StepResult>();
    const step = {
      target,
      responseType,
      responseTargets,
      payload,
    };
    if (this.#isOver) refused(over());
    else this.#waiting.push({ step, taken, refused });
    this.#news.resolve();
    return promise;
  }

  /** The step that the game waits for; undefined when it is over. */
  async proposal(): Promise<ProposedStep | undefined> {
    while (this.#waiting.length === 0 && !this.#isOver) await this.#news.promise;
    return this.#waiting[0]?.step;
  }

  /** Tells the game about a step. One that it does not wait for is none of its moves. */
  stepped({ target }: ProposedStep, result: StepResult): void {
    const index = this.#waiting.findIndex(({ step }) => step.target === target);
    if (index < 0) return;
    const [asked] = this.#waiting.splice(index, 1);
    if (this.#waiting.length === 0) this.#news = Promise.withResolvers();
    asked!.taken(result);
  }

  /** Nothing is proposed any more, and the game that waits is told so. */
  close(): void {
    this.#isOver = true;
    for (const { refused } of this.#waiting.splice(0)) refused(over());
    this.#news.resolve();
  }
}

function over(): PosthouseError {
  return new PosthouseError({ code: 'cancelled', message: 'this game is over' });
}
