import { type MAILMessage, PosthouseError } from '@posthouse/protocol';
import type { Mail, Task } from '@posthouse/store';
import { NEXT_RUN } from '../mailbox/mailbox.ts';
import { decidePost, decideQueue, type Post } from './decide-post.ts';
import type { Decision } from './decision.ts';
import { endRun } from './end-run.ts';
import type { DecisionState } from './task-data.ts';

/** What happens to a message that finds a run at work: see {@link decideChatPost}. */
export type WhenOpen = 'queue' | 'interrupt' | 'refuse';

export type ChatPost = Post & {
  whenOpen: WhenOpen;
  /** The same message in the form that cuts in on whoever reads it. */
  cutIn: MAILMessage;
};

/**
 * A message of somebody who expects one answer to it. While a run is at work it waits its turn, cuts in on the agent it is
 * for, or is refused. A run that waits for an answer is given up in its favour: whoever writes instead of answering has
 * changed the subject.
 */
export function decideChatPost(
  state: Omit<DecisionState, 'task'> & { task: Task | undefined },
  post: ChatPost,
): Decision {
  const { task } = state;
  const { whenOpen, cutIn, ...plain } = post;
  if (task === undefined || task.openRun === null) return decidePost(state, plain);
  if (task.status === 'paused') return giveUp({ ...state, task }, task.openRun, plain);
  switch (whenOpen) {
    case 'queue':
      return decideQueue(task.openRun, plain);
    case 'interrupt':
      return decidePost(state, { ...plain, message: cutIn });
    case 'refuse':
      throw new PosthouseError({ code: 'task_running', message: `task '${task.taskId}' is in the middle of a run` });
  }
}

/** Ends a run that waits for somebody, and starts the next one with whatever has waited longest. */
function giveUp(state: DecisionState, openRun: number, post: Post): Decision {
  const queued = decideQueue(openRun, post);
  const waits = queued.put!.map((mail): Mail => ({ ...mail, due: NEXT_RUN, order: Number.MAX_SAFE_INTEGER }));
  const text = 'The user wrote again instead of answering.';
  const end = endRun({
    ...state,
    mail: [...state.mail, ...waits],
    outcome: 'cancelled',
    text,
    code: 'superseded',
    why: `superseded: ${text}`,
    now: post.now,
  });
  // What has only just come is put where it belongs right away, instead of being put and taken again.
  const isNew = (id: string): boolean => waits.some((mail) => mail.id === id);
  const startsNow = (end.take ?? []).some(isNew);
  return {
    ...end,
    entries: [...queued.entries, ...end.entries],
    take: (end.take ?? []).filter((id) => !isNew(id)),
    put: [...(startsNow ? [] : queued.put!), ...(end.put ?? [])],
  };
}
