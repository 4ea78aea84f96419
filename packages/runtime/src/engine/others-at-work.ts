import type { Mail, Task } from '@posthouse/store';
import { awaitedSwarms } from '../task/letters/awaited-swarms.ts';
import { isQueued, isQuiet } from '../mailbox/mailbox.ts';
import type { Seat } from '../turns/turn-host.ts';
import type { RunLedger } from '../task/run-ledger.ts';

type Work = { task: Task; ledger: RunLedger; mail: readonly Mail[]; seats: readonly Seat[] };

/** Whether somebody other than an agent is busy or has mail to read: another agent, or another swarm. */
export function othersAtWork(agent: string, { task, ledger, mail, seats }: Work): boolean {
  if (seats.some((seat) => seat.agent.name !== agent) || awaitedSwarms({ task, ledger }).length > 0) return true;
  const reading = new Set(seats.flatMap((seat) => seat.taken.map(({ id }) => id)));
  return mail.some((each) => !isQuiet(each) && !isQueued(each) && !reading.has(each.id));
}
