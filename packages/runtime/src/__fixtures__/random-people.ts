import { PosthouseError } from '@posthouse/protocol';
import type { Store } from '@posthouse/store';
import type { SwarmInstance } from '../instance/swarm-instance.ts';
import type { Deed } from './random-play.ts';
import { OWNER } from './stage.ts';

export const TASK = 'random';

/** The people of a random play. They outlive the processes, and do again what they do not know to have been done. */
export class RandomPeople {
  readonly #store: Store;
  readonly #deeds: readonly Deed[];
  #done = 0;

  constructor(store: Store, deeds: readonly Deed[]) {
    this.#store = store;
    this.#deeds = [{ kind: 'post', order: 0, entries: 0, node: 0 }, ...deeds];
  }

  /** Does what is left to do through these instances, and answers every question, until the task has come to rest. */
  async drive(instances: readonly SwarmInstance[], isDead: () => boolean = () => false): Promise<void> {
    const rest = new AbortController();
    const isOver = () => rest.signal.aborted || isDead();
    const work = this.#work(instances, isDead).finally(() => rest.abort());
    await Promise.all([work, this.#answerQuestions(instances, isOver)]);
  }

  async #work(instances: readonly SwarmInstance[], isDead: () => boolean): Promise<void> {
    while (this.#done < this.#deeds.length) {
      const index = this.#done;
      const deed = this.#deeds[index]!;
      await this.#untilEntries(deed.entries, isDead);
      // Somebody else is at it by now, on the processes that are left: what we did after them would be done unseen.
      if (isDead()) return;
      const instance = instances[deed.node % instances.length]!;
      if (deed.kind === 'cancel') await instance.cancel(TASK);
      else await this.#post(instance, deed, index);
      this.#done = Math.max(this.#done, index + 1);
    }
    await this.#untilRest(isDead);
  }

  async #post(instance: SwarmInstance, { order }: Deed, index: number): Promise<void> {
    await instance.submit({ subject: `order ${order}`, body: 'b', taskId: TASK, idempotencyKey: `deed ${index}` });
  }

  async #answerQuestions(instances: readonly SwarmInstance[], isOver: () => boolean): Promise<void> {
    for (let turn = 0; !isOver(); turn += 1) {
      await tick();
      const task = await this.#store.find(OWNER, TASK);
      if (task?.status !== 'paused') continue;
      const { entries } = await this.#store.read(task.key, 0, 10_000);
      const pause = entries.findLast((entry) => entry.type === 'paused');
      const answers = pause!.calls.slice(0, 1 + (turn % 2)).map(({ callId }) => ({ callId, content: 'yes' }));
      await instances[turn % instances.length]!.resume(TASK, answers).catch(forgiveAnswered);
    }
  }

  /** Resolves when the log is as long as that, or does not grow any more. */
  async #untilEntries(count: number, isDead: () => boolean): Promise<void> {
    while (!isDead()) {
      const task = await this.#store.find(OWNER, TASK);
      if (task === undefined || task.head >= count || task.openRun === null) return;
      await tick();
    }
  }

  async #untilRest(isDead: () => boolean): Promise<void> {
    while (!isDead()) {
      const task = await this.#store.find(OWNER, TASK);
      if (task!.openRun === null && task!.node === null) return;
      await tick();
    }
  }
}

/** A call may have been answered by a message or ended by a cancel in between. */
function forgiveAnswered(error: unknown): void {
  if (!PosthouseError.isInstance(error) || error.code !== 'call_not_found') throw error;
}

function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
