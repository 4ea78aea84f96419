import type { NewEntry, UsedBudget } from '@posthouse/protocol';
import { decideHold, heldBy } from '../task/decide-held.ts';
import { toUsageEntries } from '../task/to-usage-entries.ts';
import type { Seat, TurnHost } from './turn-host.ts';

/** A turn may not ask its model: there is nothing left to spend. What it was about to read stays in its mailbox. */
export class OutOfBudget extends Error {
  readonly budget: UsedBudget;
  /** What was shown in earlier attempts of the turn. */
  readonly abandoned: NewEntry[];

  constructor(budget: UsedBudget, abandoned: NewEntry[] = []) {
    super('there is nothing left to spend');
    this.budget = budget;
    this.abandoned = abandoned;
  }
}

/** Pauses the run in the place of the turn, unless somebody else has done so. */
export async function pauseForBudget(host: TurnHost, seat: Seat, { budget, abandoned }: OutOfBudget): Promise<void> {
  const { name } = seat.agent;
  const place = { run: host.run.run, agent: name, turn: seat.turn };
  const entries = [...abandoned, ...toUsageEntries(place, seat.meter.take())];
  if (heldBy(host.task) !== undefined && entries.length === 0) return;
  await host.pause(() => {
    if (heldBy(host.task) !== undefined) return { entries };
    const hold = decideHold({ task: host.task, open: host.openTurns() }, budget, name);
    return { ...hold, entries: [...entries, ...hold.entries] };
  });
}
