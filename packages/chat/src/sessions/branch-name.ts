import { createHash } from 'node:crypto';
import type { SessionOwner } from '@posthouse/store';
import type { UserMessage } from './user-message.ts';

/** Names what asked for a branch: the same edit, or the same wish for another answer, has the same name again. */
export function toBranchName(wish: { edit: UserMessage } | { regenerate: string }): string {
  return digest('edit' in wish ? ['edit', wish.edit] : ['regenerate', wish.regenerate]);
}

/** The task of a branch. It follows from what asked for it and where, so that two who do so at once make one. */
export function toBranchTask(place: {
  owner: SessionOwner;
  sessionId: string;
  from: string;
  beforeRun: number;
  by: string;
}): string {
  return `chat-${digest(place).slice(0, 32)}`;
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
