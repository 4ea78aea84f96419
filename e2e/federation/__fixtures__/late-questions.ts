import type { Town } from './town.ts';

const PAUSE_MS = 5;

/**
 * Makes questions meet the turn that completes the run in which they are asked: nobody asks for the second time before
 * the other town is about to complete, and that one does not complete before the second question has arrived. Deaths
 * may come in between; then one of them goes on alone.
 */
export class LateQuestions {
  readonly #signal: AbortSignal;
  readonly #completing = new Set<string>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Resolves when somebody has begun to complete what the task has asked for so far. */
  async isTime(taskId: string): Promise<void> {
    await this.#until(() => this.#completing.has(taskId));
  }

  /** Resolves when a town that is about to complete has been asked once more, by another one. */
  async complete(taskId: string, town: Town, other: string): Promise<void> {
    this.#completing.add(taskId);
    await this.#until(async () => {
      const entries = await town.entries(taskId, other);
      return entries.some((entry) => entry.type === 'message' && entry.message.message.subject === 'second');
    });
  }

  async #until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!this.#signal.aborted && !(await isSo())) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
