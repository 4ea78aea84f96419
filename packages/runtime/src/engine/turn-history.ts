import type { Store, TaskKey, Turn } from '@posthouse/store';

/**
 * What agents have done in a task so far. Read from the store once per agent, then kept up with every turn, so that the
 * cost of a turn does not grow with reading what is known already.
 */
export class TurnHistory {
  readonly #store: Pick<Store, 'history'>;
  readonly #task: TaskKey;
  readonly #turns = new Map<string, Turn[]>();
  /** Turns that were recorded before their agent was asked for. */
  readonly #early = new Map<string, Turn[]>();

  constructor(store: Pick<Store, 'history'>, task: TaskKey) {
    this.#store = store;
    this.#task = task;
  }

  async of(agent: string): Promise<readonly Turn[]> {
    const known = this.#turns.get(agent);
    if (known !== undefined) return known;
    const turns = await this.#store.history(this.#task, agent);
    this.#turns.set(agent, turns);
    // The store may have been read before these turns got there.
    for (const turn of this.#early.get(agent) ?? []) if (!turns.some((each) => each.turn === turn.turn)) this.add(turn);
    this.#early.delete(agent);
    return this.#turns.get(agent)!;
  }

  /** A turn was recorded. Agents that were never asked for are still read from the store when they are. */
  add(turn: Turn): void {
    if (!turn.done) return;
    const known = this.#turns.get(turn.agent);
    if (known === undefined) return void this.#early.set(turn.agent, [...(this.#early.get(turn.agent) ?? []), turn]);
    if (turn.summaryThrough === undefined) known.push(turn);
    else this.#turns.set(turn.agent, [turn, ...known.filter((each) => isBehind(each, turn.summaryThrough!))]);
  }
}

/** As the store has it: a newer summary takes the place of an older one, and of the turns that it covers. */
function isBehind({ summaryThrough, turn }: Turn, through: number): boolean {
  return summaryThrough === undefined && turn > through;
}
