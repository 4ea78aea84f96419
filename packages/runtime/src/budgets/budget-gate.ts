import {
  type Budget,
  type Instance,
  type NewEntry,
  PosthouseError,
  toBudgetText,
  type UsedBudget,
} from '@posthouse/protocol';
import type { Committed, Spent, Store, Task, Write } from '@posthouse/store';
import type { Budgets, SwarmDefinition } from '../definitions/swarm-definition.ts';
import type { RunData } from '../task/task-data.ts';
import { findUsedUp, toUsedBudgets } from './used-budgets.ts';
import { addSpent, endOfDay, NOTHING_SPENT, spentIn } from '../task/spent.ts';
import { SpendingBook, type SpendingBookOptions } from './spending-book.ts';

/** Records of what an admin allows for one day, by day, swarm and caller. */
const KIND = 'budget';
const LOOK_MS = 1_000;

export type BudgetGateOptions = SpendingBookOptions & { store: Pick<Store, 'records' | 'spending'> };

/** A caller of a swarm, or all of them. */
type Scope = { swarm: string; caller?: Pick<Instance, 'role' | 'id'> };

/** What admins have said on one day, and up to which version of the records, looked for at a time. */
type Seen = { day: string; at: number; version: number; raised: Map<string, Budget | undefined> };

/** A run that is about to spend something. */
export type BudgetedRun = { task: Task; definition: SwarmDefinition; run: RunData };

/** The same, with what is recorded of its spending so far. */
export type SpendingRun = BudgetedRun & { ledger: { spent: Spent } };

/** Says whether there is anything left to spend. Asked before every model call, so only calls under way overshoot. */
export class BudgetGate {
  /** What this process and the others spend. */
  readonly spending: SpendingBook;
  readonly #options: BudgetGateOptions;
  /** What admins have said today, as far as it was looked for. */
  #seen: Seen | undefined;

  constructor(options: BudgetGateOptions) {
    this.#options = options;
    this.spending = new SpendingBook(options);
  }

  /** Throws `budget_exceeded` when a budget of the day, or that of the run, is used up. */
  async check({ task, definition: { budgets }, run }: BudgetedRun, spent: () => Spent): Promise<void> {
    const used = await this.usedUp(task.owner, budgets);
    const usedUp = used ?? findUsedUp('run', { ...budgets.run, ...run.budget }, spent());
    if (usedUp !== undefined) throw toBudgetError(usedUp);
  }

  /** Writes down what happens in a run, together with what that says was spent and, where it rests, what is left. */
  commit<Given extends Write>(
    run: SpendingRun,
    write: Given,
    commit: (write: Given) => Promise<Committed>,
  ): Promise<Committed> {
    return this.spending.commit(run.task.owner, this.#tell(run, write), commit);
  }

  /** Says where a run ends or pauses what is used of the budgets that it is under, if it is under any. */
  #tell<Told extends Pick<Write, 'entries'>>({ task, definition, run, ledger }: SpendingRun, write: Told): Told {
    const isLast = ({ type }: NewEntry): boolean => type === 'run-ended' || type === 'paused';
    if (!write.entries.some(isLast) || !this.#isUnderAny(definition, run)) return write;
    const { swarm, role, id } = task.owner;
    const told = spentIn(write.entries) ?? NOTHING_SPENT;
    const until = new Date(endOfDay(this.#options.now())).toISOString();
    const ofDay = (scope: Scope): Spent => addSpent(this.spending.known(scope), { ...told, calls: 0 });
    const { caller, swarm: all } = definition.budgets;
    const mine = { swarm, caller: { role, id } };
    const budgets = [
      ...toUsedBudgets('run', { ...definition.budgets.run, ...run.budget }, addSpent(ledger.spent, told)),
      ...toUsedBudgets('caller', { ...caller, ...this.#known(mine) }, ofDay(mine)).map((each) => ({ ...each, until })),
      ...toUsedBudgets('swarm', { ...all, ...this.#known({ swarm }) }, ofDay({ swarm })).map((each) => ({
        ...each,
        until,
      })),
    ];
    if (budgets.length === 0) return write;
    return { ...write, entries: write.entries.map((entry) => (isLast(entry) ? { ...entry, budgets } : entry)) };
  }

  /** False for most runs, of which there is nothing to tell. */
  #isUnderAny({ budgets }: SwarmDefinition, { budget }: RunData): boolean {
    if (Object.keys(budgets).length > 0 || budget !== undefined) return true;
    return this.#seen?.raised.values().some((raised) => raised !== undefined) ?? false;
  }

  /** The budget of the caller or of the swarm that is used up for today, if one is. */
  async usedUp({ swarm, role, id }: Instance, { caller, swarm: all }: Budgets): Promise<UsedBudget | undefined> {
    return (
      (await this.#usedUp('caller', { swarm, caller: { role, id } }, caller)) ??
      (await this.#usedUp('swarm', { swarm }, all))
    );
  }

  /** Allows more, or less, for the rest of the day. */
  async raise(scope: Scope, budget: Budget): Promise<void> {
    const raised = { ...(await this.#raised(scope)), ...budget };
    await this.#options.store.records.put(KIND, this.#recordOf(scope), raised as Record<string, number>);
    this.#seenToday().raised.set(this.#recordOf(scope), raised);
  }

  /** What may be spent today, with what an admin has said. */
  async allowed(scope: Scope, budget: Budget | undefined): Promise<Budget> {
    return { ...budget, ...(await this.#raised(scope)) };
  }

  async #usedUp(name: 'caller' | 'swarm', scope: Scope, budget: Budget | undefined): Promise<UsedBudget | undefined> {
    await this.#look();
    const known = { ...budget, ...this.#known(scope) };
    if (Object.keys(known).length === 0) return undefined;
    const { now } = this.#options;
    const spent = await this.spending.sum(scope);
    if (findUsedUp(name, known, spent) === undefined) return undefined;
    // Somebody may have raised it since, in another process.
    const used = findUsedUp(name, await this.allowed(scope, budget), spent);
    return used && { ...used, until: new Date(endOfDay(now())).toISOString() };
  }

  async #raised(scope: Scope): Promise<Budget | undefined> {
    const id = this.#recordOf(scope);
    const raised = (await this.#options.store.records.get(KIND, id))?.value as Budget | undefined;
    this.#seenToday().raised.set(id, raised);
    return raised;
  }

  /** Learns what admins have said in other processes, at most once a second. */
  async #look(): Promise<void> {
    const seen = this.#seenToday();
    const now = this.#options.now();
    if (now - seen.at < LOOK_MS) return;
    seen.at = now;
    for (const { id, value, version } of await this.#options.store.records.list(KIND, { after: seen.version })) {
      seen.raised.set(id, value as Budget);
      seen.version = Math.max(seen.version, version);
    }
  }

  #seenToday(): Seen {
    const { today: day } = this.spending;
    if (this.#seen?.day !== day) this.#seen = { day, at: Number.NEGATIVE_INFINITY, version: 0, raised: new Map() };
    return this.#seen;
  }

  /** What an admin had said when that was last looked for. */
  #known(scope: Scope): Budget | undefined {
    return this.#seen?.raised.get(this.#recordOf(scope));
  }

  #recordOf({ swarm, caller }: Scope): string {
    return JSON.stringify([this.spending.today, swarm, ...(caller === undefined ? [] : [caller.role, caller.id])]);
  }
}

/** Takes away what was allowed to a caller, on whatever day. */
export async function forgetBudgets(
  records: Store['records'],
  { role, id }: Pick<Instance, 'role' | 'id'>,
): Promise<void> {
  for (const record of await records.list(KIND)) {
    const [, , ...caller] = JSON.parse(record.id) as string[];
    if (caller[0] === role && caller[1] === id) await records.delete(KIND, record.id);
  }
}

export function toBudgetError(used: UsedBudget): PosthouseError {
  return new PosthouseError({ code: 'budget_exceeded', message: toBudgetText(used), details: used });
}

/** The budget that an error is about, if it is about one. */
export function budgetOf(error: unknown): UsedBudget | undefined {
  return PosthouseError.isInstance(error) && error.code === 'budget_exceeded'
    ? (error.details as UsedBudget)
    : undefined;
}
