import type { Loose } from '../../../packages/server/src/__fixtures__/loose.ts';
import { type Errand, ERRANDS, isAnswer, toOrder } from './errands.ts';
import type { CallOptions, Town } from './town.ts';

const PAUSE_MS = 15;

/** People who send their towns on errands, and who ask again, with the same key, when a server dies under them. */
export class People {
  /** What they did not get, a sentence each. */
  readonly complaints: string[] = [];
  /** The tasks that were accepted, by the town that they are of. */
  readonly accepted: { town: string; taskId: string }[] = [];
  readonly #towns: readonly Town[];
  readonly #signal: AbortSignal;
  #count = 0;

  constructor(towns: readonly Town[], signal: AbortSignal) {
    this.#towns = towns;
    this.#signal = signal;
  }

  /** So many people, each with one errand after the other, until there is no need for more. */
  async live(count: number, isOver: () => boolean): Promise<void> {
    const person = async (): Promise<void> => {
      while (!isOver()) await this.#goOn();
    };
    await Promise.all(Array.from({ length: count }, person));
  }

  /** Every town is sent on an errand of this kind. */
  async sendAll(errand: Errand): Promise<void> {
    await Promise.all(this.#towns.map((town) => this.#run(town, errand, (this.#count += 1))));
  }

  async #goOn(): Promise<void> {
    const number = (this.#count += 1);
    const round = Math.floor(number / ERRANDS.length);
    await this.#run(this.#towns[(number + round) % this.#towns.length]!, ERRANDS[number % ERRANDS.length]!, number);
  }

  async #run(town: Town, errand: Errand, number: number): Promise<void> {
    const taskId = `errand-${number}`;
    const accepted = { town: town.name, taskId };
    const answer = errand === 'cancel' ? await this.#changeMind(town, taskId) : await this.#send(town, taskId, errand);
    this.accepted.push(accepted);
    const isCancelled = errand === 'cancel' && answer.status === 'cancelled';
    if (!isCancelled && !isAnswer(errand, String(answer.response))) {
      this.complaints.push(`${taskId} (${errand}) of ${town.name} came to ${JSON.stringify(answer)}`);
    }
  }

  async #send(town: Town, taskId: string, errand: Errand): Promise<Loose> {
    const message = { task_id: taskId, body: toOrder(errand, taskId) };
    const answer = await this.#insist(town, '/message', { body: message, key: taskId });
    if (errand !== 'human' || answer.status !== 'paused') return answer;
    const [call] = JSON.parse(String(answer.response)) as { call_id: string }[];
    const body = { results: [{ call_id: call!.call_id, content: 'yes' }] };
    return this.#insist(town, `/tasks/${taskId}/resume`, { body, key: `${taskId}/resume` });
  }

  /** Stops what was asked for, as soon as it is known to the town. */
  async #changeMind(town: Town, taskId: string): Promise<Loose> {
    const answer = this.#send(town, taskId, 'cancel');
    answer.catch(() => undefined);
    while ((await town.task(taskId)) === undefined) await this.#rest();
    await this.#insist(town, `/tasks/${taskId}/cancel`, { body: {} });
    return answer;
  }

  /** Asks until there is an answer. A server that was killed gives none; any other refusal is a complaint. */
  async #insist(town: Town, path: string, options: CallOptions): Promise<Loose> {
    for (;;) {
      this.#signal.throwIfAborted();
      try {
        const { status, body } = await town.call(path, { ...options, signal: this.#signal });
        if (status !== 200) this.complaints.push(`${path} of ${town.name}: ${status} ${JSON.stringify(body)}`);
        return body;
      } catch {
        await this.#rest();
      }
    }
  }

  async #rest(): Promise<void> {
    this.#signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
