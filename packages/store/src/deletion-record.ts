import type { Instance } from '@posthouse/protocol';

/**
 * Why something was deleted: its owner or an admin asked for it, it was too old, or another server deleted the task
 * it was a part of.
 */
export type DeletionReason = 'caller' | 'admin' | 'retention' | 'peer';

/** Who deletes something, as `role:id`, and why. */
export type DeletionOrigin = { by: string; why: DeletionReason };

/** Somebody who deletes what is theirs. Another swarm does so because its own part is gone. */
export function originOf({ role, id }: Pick<Instance, 'role' | 'id'>): DeletionOrigin {
  return { by: `${role}:${id}`, why: role === 'swarm' ? 'peer' : 'caller' };
}

/**
 * Records that something was deleted, without any content: `hash` is the SHA-256 of the JSON list `[swarm, role,
 * owner, task id]`, `[role, owner, session id]` or `[role, user id]`.
 */
export type DeletionRecord = DeletionOrigin & {
  id: number;
  at: string;
  what: 'task' | 'session' | 'user';
  hash: string;
  counts: Record<string, number>;
};

/** A record on its way into the store. */
export type NewDeletionRecord = DeletionOrigin & Pick<DeletionRecord, 'what' | 'hash' | 'counts'>;

/** How long records are kept. */
export const RECORDED_MILLISECONDS = 365 * 24 * 3_600_000;

/** A record in the columns that both databases have. */
export type DeletionRow = {
  id: number;
  at: number;
  what: DeletionRecord['what'];
  hash: string;
  actor: string;
  why: DeletionRecord['why'];
  counts: string;
};

/** The name that is left of somebody who was forgotten. */
export function toForgottenName(hash: string): string {
  return `forgotten:${hash}`;
}
