import { createHash } from 'node:crypto';
import type { Instance, JSONObject } from '@posthouse/protocol';
import type { SessionOwner } from './session.ts';
import { toTextColumn } from './text-column.ts';

/** How long it is known that something was deleted. */
export const KEPT_MILLISECONDS = 30 * 24 * 3_600_000;

/** How long one process has for telling others before another one may try. */
export const TELLING_MILLISECONDS = 60_000;

/** When something is to be erased: what a task held comes first, then what the file has left of it. Otherwise a time. */
export const SWEEP = { rows: 0, file: 1 } as const;

const MARK = 'deleted';

/** Whether a row is what is left of something. No instance has such a role. */
export function isBuried(role: string): boolean {
  return role.startsWith(MARK);
}

/** Where a tombstone stands: at nobody's name, and with a hash for the id, which may say something. */
export type Grave = { swarm: string; role: string; owner: string; hash: string };

/** A tombstone in the columns that both databases have. */
export type GraveRow = { id: number; swarm: string; role: string; owner: string; data: string };

/** Where a tombstone stands, as columns. */
export function graveColumns({ swarm, role, owner, hash }: Grave): [string, string, string, string] {
  return [toTextColumn(swarm), role, toTextColumn(owner), hash];
}

export function graveOf({ swarm, role, id: owner }: Instance, taskId: string): Grave {
  return { swarm, role: `${MARK}:${role}`, owner, hash: hashOf([swarm, role, owner, taskId]) };
}

export function sessionGraveOf({ role, id: owner }: SessionOwner, id: string): Grave {
  return { swarm: '', role: `${MARK}-session:${role}`, owner, hash: hashOf([role, owner, id]) };
}

export function transcriptGraveOf(name: string): Grave {
  return { swarm: '', role: `${MARK}-transcript`, owner: '', hash: hashOf([name]) };
}

/** Where a copy of something stands until it is finished: nobody finds it, as if it had been deleted. */
export const COPY = `${MARK}-copy`;

/** How long a copy may take before it counts as given up. */
export const COPYING_MILLISECONDS = 24 * 3_600_000;

/** What is left of an idempotency key. `name` is the key as the database has it. */
export function keyHashOf({ swarm, role, id }: Instance, name: string): string {
  return hashOf(['key', swarm, role, id, name]);
}

/** What is left of the name of somebody. */
export function userHashOf({ role, id }: SessionOwner): string {
  return hashOf([role, id]);
}

/** Whose a tombstone is. That of a session says no swarm. */
export function instanceOf({ swarm, role, owner }: Omit<Grave, 'hash'>): Instance {
  return { swarm, role: role.slice(role.indexOf(':') + 1) as Instance['role'], id: owner };
}

/** What is kept in a tombstone: notices to others, or the name of a transcript that is to be erased. */
export type Remains = { notices?: JSONObject | undefined; transcript?: string | undefined };

function hashOf(name: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(name)).digest('hex');
}

/** Among how many keys old tasks are looked for at once. */
export const AGED_AT_ONCE = 1_000;
