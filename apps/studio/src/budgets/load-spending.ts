import type { Server } from '@posthouse/components';
import { type Spending, spendingWire } from '@posthouse/protocol';

/** What was spent in a swarm today, and what may be; for an admin, by everybody and with the runs that wait. */
export async function loadSpending(server: Server, swarm: string, signal: AbortSignal): Promise<Spending> {
  return spendingWire.parse(await server.ask(`/budgets?swarm=${encodeURIComponent(swarm)}`, { signal })).value;
}

/** A run that waits for a budget. */
export type WaitingRun = NonNullable<Spending['waiting']>[number];
