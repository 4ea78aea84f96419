import { newId, type Instance } from '@posthouse/protocol';
import type { BegunCall, Committed, NewSpending, SpendingScope, Spent, Store, Task, Write } from '@posthouse/store';
import type { LostCall, NewCall } from '../respond/call-meter.ts';
import { addSpent, NOTHING_SPENT, spentIn, toDay, toSpent } from '../task/spent.ts';
import { Waiters } from '../timing/waiters.ts';

export type SpendingBookOptions = {
  store: Pick<Store, 'spending'>;
  now: () => number;
  onError: (error: unknown) => void;
};

const MAX_WAIT_MS = 1_000;

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
  /** What the others had spent when that was last asked for. */
  readonly #others = new Map<string, Spent>();
  /** How many sums are on their way to the store. */
  #adding = 0;
  readonly #waiters = new Waiters();

  constructor(options: SpendingBookOptions) {
    this.#options = options;
  }

  get today(): string {
    return toDay(this.#options.now());
  }

  /**
   * A model call begins. It is noted in the store before the request goes out, so that it is counted even if this process is
   * killed; where it cannot be noted, the next write says what is wrong.
   */
  async begin(task: Task, call: NewCall & { agent: string; turn: number }): Promise<boolean> {
    this.#note(task.owner, { ...NOTHING_SPENT, calls: 1 });
    const begun = { ...call, run: task.run } as unknown as BegunCall;
    return this.#options.store.spending.begin(task.key, task.epoch, begun).catch(() => false);
  }

  /** Writes something down together with what it says was spent. */
  async commit<Given extends Write>(
    owner: Instance,
    write: Given,
    commit: (write: Given) => Promise<Committed>,
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

  /** The same for calls that another process has begun: here they are counted for the first time. */
  async takeOver(owner: Instance, write: Write, store: Pick<Store, 'commit'>): Promise<Committed> {
    const { calls } = spentIn(write.entries) ?? NOTHING_SPENT;
    this.#note(owner, { ...NOTHING_SPENT, calls });
    try {
      return await this.commit(owner, write, (whole) => store.commit(whole));
    } catch (error) {
      this.#note(owner, { ...NOTHING_SPENT, calls: -calls });
      throw error;
    }
  }

  /** Writes down what was spent on calls that nobody will tell of, unless somebody who took the task over has done so. */
  lose({ owner, key: task }: Pick<Task, 'owner' | 'key'>, calls: readonly LostCall[]): void {
    for (const { id, noted, ...metered } of calls) {
      const spent = toSpent(metered);
      this.#note(owner, { ...spent, calls: 0 });
      const spending = this.#toSpending(spent);
      this.#adding += 1;
      void noted
        .then((isNoted) => this.#options.store.spending.add(owner, spending, isNoted ? { task, id } : undefined))
        .catch(this.#options.onError)
        .finally(() => {
          this.#adding -= 1;
          this.#waiters.look();
        });
    }
  }

  /** What was spent today, by all processes. */
  async sum(scope: Omit<SpendingScope, 'day'>): Promise<Spent> {
    const { today: day } = this;
    const others = await this.#options.store.spending.sum({ day, ...scope }, { without: this.#by });
    const own = this.#ownOf(keyOf(scope));
    this.#others.set(keyOf(scope), others);
    return addSpent(others, own);
  }

  /** The same as far as it is known here: what others have spent since the last model call is missing. */
  known(scope: Omit<SpendingScope, 'day'>): Spent {
    const own = this.#ownOf(keyOf(scope));
    return addSpent(this.#others.get(keyOf(scope)) ?? NOTHING_SPENT, own);
  }

  /** Waits until everything is written down, but not for ever: the store may be gone. */
  async settle(): Promise<void> {
    await this.#waiters.until(() => this.#adding === 0, MAX_WAIT_MS);
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
    if (today !== this.#day) for (const sums of [this.#own, this.#others]) sums.clear();
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
