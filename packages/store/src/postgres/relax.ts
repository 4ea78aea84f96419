import { type Session, statement } from './statement.ts';

const setRelaxed = statement('relax')`SET LOCAL synchronous_commit TO off`;

/** The transaction is done when the database has it, without waiting for the disk: `normal` durability. */
export function relax(session: Session): void {
  void session.run(setRelaxed);
}
