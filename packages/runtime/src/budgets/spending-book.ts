import { newId, type Instance } from '@posthouse/protocol';
import type { Committed, NewSpending, SpendingScope, Spent, Store, TaskKey, Write } from '@posthouse/store';
import type { MeteredCalls } from '../models/metering/call-meter.ts';
import { addSpent, NOTHING_SPENT, spentIn, toDay, toSpent } from './spent.ts';

type TaskWrite = Write & { task: TaskKey };

export type SpendingBookOptions = {
  store: Pick<Store, 'spending'>;
  now: () => number;
  onError: (error: unknown) => void;
};

const PATIENCE_MS = 1_000;

/**
 * What this process spends, exactly and at once, and with what the others have written down, all of it. Counting goes on
 * whether or not anybody has set a budget.
 */
export class SpendingBook {
  /** Names our rows in the store: nobody else adds to them, so that they need not be read. */
  readonly #by = newId();
  readonly #options: SpendingBookOptions;
  #day = '';
  /** What was spent here today, by swarm and by caller; a call counts from when it begins. */
  readonly #own = new Map<string, Spent>();
  readonly #adding = new Set<Promise<void>>();

  constructor(options: SpendingBookOptions) {
    this.#options = options;
  }

  get today(): string {
    return toDay(this.#options.now());
  }

  /** A model call begins. */
  begin(owner: Instance): void {
    this.#note(owner, { ...NOTHING_SPENT, calls: 1 });
  }

  /** Writes something down together with what it says was spent. */
  async commit(
    owner: Instance,
    write: TaskWrite,
    commit: (write: TaskWrite) => Promise<Committed>,
  ): Promise<Committed> {
    const spent = spentIn(write.entries);
    if (spent === undefined) return commit(write);
    const told = { ...spent, calls: 0 };
    this.#note(owner, told);
    try {
      return await commit({ ...write, spent: this.#toSpending(spent) });
    } catch (error) {
      this.#note(owner, negative(told));
      throw error;
    }
  }

  /** Writes down what was spent on something that nobody will write down. */
  lose(owner: Instance, metered: readonly MeteredCalls[]): void {
    if (metered.length === 0) return;
    const spent = metered.map(toSpent).reduce(addSpent);
    this.#note(owner, { ...spent, calls: 0 });
    const adding = this.#options.store.spending
      .add(owner, this.#toSpending(spent))
      .catch(this.#options.onError)
      .finally(() => this.#adding.delete(adding));
    this.#adding.add(adding);
  }

  /** What was spent today, by all processes. */
  async sum(scope: Omit<SpendingScope, 'day'>): Promise<Spent> {
    const { today: day } = this;
    const others = await this.#options.store.spending.sum({ day, ...scope }, { without: this.#by });
    return addSpent(others, this.#ownOf(keyOf(scope)));
  }

  /** Waits until everything is written down, but not for ever: the store may be gone. */
  async settle(): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (this.#adding.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  #toSpending(spent: Spent): NewSpending {
    return { ...spent, day: this.today, by: this.#by };
  }

  #note({ swarm, role, id }: Instance, spent: Spent): void {
    for (const key of [keyOf({ swarm }), keyOf({ swarm, caller: { role, id } })]) {
      this.#own.set(key, addSpent(this.#ownOf(key), spent));
    }
  }

  #ownOf(key: string): Spent {
    const { today } = this;
    if (today !== this.#day) this.#own.clear();
    this.#day = today;
    return this.#own.get(key) ?? NOTHING_SPENT;
  }
}

function keyOf({ swarm, caller }: Omit<SpendingScope, 'day'>): string {
  return JSON.stringify(caller === undefined ? [swarm] : [swarm, caller.role, caller.id]);
}

function negative({ calls, inputTokens, outputTokens, cost }: Spent): Spent {
  return { calls: -calls, inputTokens: -inputTokens, outputTokens: -outputTokens, cost: -cost };
}
