import { swarmOf } from '@posthouse/protocol';
import type { Mail, Task } from '@posthouse/store';
import type { RunLedger } from '../run-ledger.ts';
import { noteOf } from './letter-note.ts';

/** An instance of another swarm, or the whole swarm if it does not say which. */
export type Asking = { swarm: string; instance?: string };

export type EndOfRun = {
  task: Task;
  ledger: RunLedger;
  outcome: 'complete' | 'error' | 'cancelled';
  /** Who has given up waiting for answers. */
  over?: Asking | 'everybody';
};

/**
 * The letters of other swarms that nobody has read when a run ends, among this mail. A moment later they would have
 * started a run; so they start the next one. That goes for tasks which another swarm has brought: a user's task is over
 * when its run is, and whoever asks about it then is told so.
 */
export function lateLetters({ task, ledger, outcome, over }: EndOfRun, mail: readonly Mail[]): Mail[] {
  if (task.owner.role !== 'swarm' || over === 'everybody') return [];
  const unread = mail.filter(({ message }) => noteOf(message).origin !== undefined);
  const copies = Map.groupBy(unread, ({ message }) => message.id);
  const isFutile = outcome === 'error' || ledger.closing !== undefined;
  return unread
    .filter(({ message }) => {
      // What others have read was part of this run; and what could not be read although it has started one never will.
      const isRead = copies.get(message.id)!.length < ledger.peers.copiesOf(message.id);
      const isHopeless = isFutile && ledger.startedBy.includes(message.id);
      return !isRead && !isHopeless && !isFrom(message, over);
    })
    .toSorted((one, other) => one.order - other.order);
}

function isFrom(letter: Mail['message'], over: Asking | undefined): boolean {
  if (over === undefined || swarmOf(letter.message.sender.address) !== over.swarm) return false;
  return over.instance === undefined || noteOf(letter).instance === over.instance;
}
