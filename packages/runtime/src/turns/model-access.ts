import type { Agent } from '../definitions/agent.ts';
import { nameOfModel } from '../models/providers/model-name.ts';
import type { ModelSlot, RespondRequest, TakeSlot } from '../respond/respond.ts';
import { budgetOf } from '../budgets/budget-gate.ts';
import { limitsOf } from '../task/limits.ts';
import { OutOfBudget } from './pause-for-budget.ts';
import type { Seat, TurnHost } from './turn-host.ts';

/** What a turn asks its model with. */
export type AccessOptions = Pick<RespondRequest, 'takeSlot' | 'onAsk' | 'textBytes' | 'watch' | 'meter' | 'mayAsk'>;

/** What stands between a turn and its model: every request of a turn to a provider goes through here. */
export class ModelAccess implements Disposable {
  readonly #host: TurnHost;
  readonly #seat: Seat;
  /** A slot that nothing has been asked with yet. */
  #ready: { model: string; slot: ModelSlot } | undefined;
  #failure: Error | undefined;

  constructor(host: TurnHost, seat: Seat) {
    this.#host = host;
    this.#seat = seat;
  }

  get options(): AccessOptions {
    return {
      textBytes: limitsOf(this.#host.definition.limits, this.#host.run).textBytes,
      takeSlot: (request) => this.#take(request),
      onAsk: () => this.#seat.countCall(),
      watch: this.#seat.watch,
      meter: this.#seat.meter,
      mayAsk: () => this.#host.mayAsk(),
    };
  }

  /** Waits for the first slot before anything is read: many turns may wait, and what they would ask is long. */
  async prepare(agent: Agent): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const model = askedModel(agent);
    if (model === undefined || this.#ready !== undefined) return;
    await this.#host.mayAsk();
    this.#ready = { model, slot: await this.#wait({ model, signal: this.#seat.signal }) };
  }

  /** The same for whoever comes before the turn itself: if there is no slot to be had, the turn says why. */
  async isReady(agent: Agent): Promise<boolean> {
    try {
      await this.prepare(agent);
      return true;
    } catch (error) {
      this.#seat.signal.throwIfAborted();
      const budget = budgetOf(error);
      if (budget !== undefined) throw new OutOfBudget(budget);
      this.#failure = error as Error;
      return false;
    }
  }

  async #take(request: Parameters<TakeSlot>[0]): Promise<ModelSlot> {
    const ready = this.#ready;
    this.#ready = undefined;
    if (ready?.model === request.model) return ready.slot;
    ready?.slot.end();
    return this.#wait(request);
  }

  async #wait(request: Parameters<TakeSlot>[0]): Promise<ModelSlot> {
    const slot = await this.#asQueued(this.#host.takeSlot(request));
    return { ...slot, refused: (refusal, signal) => this.#asQueued(slot.refused(refusal, signal)) };
  }

  async #asQueued<Value>(waiting: Promise<Value>): Promise<Value> {
    this.#seat.isQueued = true;
    try {
      return await waiting;
    } finally {
      this.#seat.isQueued = false;
    }
  }

  [Symbol.dispose](): void {
    this.#ready?.slot.end();
  }
}

/** What a turn of an agent waits for: its model, or the one that its function asks. */
function askedModel({ model, run, asksModel }: Agent): string | undefined {
  if (run !== undefined) return asksModel;
  return model === undefined ? undefined : nameOfModel(model);
}
