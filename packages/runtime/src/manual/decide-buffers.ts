import {
  EVERYONE,
  type JSONObject,
  type MAILAddress,
  type MAILMessage,
  type NewEntry,
  newId,
} from '@posthouse/protocol';
import type { NewMail, Task } from '@posthouse/store';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import { QUIET } from '../mailbox/mailbox.ts';
import { composeBroadcast, composeRequest, type Draft, type MessageContext } from '../messages/compose-messages.ts';
import type { Decision } from '../task/decision.ts';
import { decidePost, type Post } from '../task/decide-post.ts';
import { dataOf } from '../task/task-data.ts';

/** Whether a message to a task is only buffered: the open run decides, and for a new one whoever opens it. */
export function isBuffered(task: Task | undefined, mode: 'automatic' | 'manual'): boolean {
  if (task === undefined || task.openRun === null) return mode === 'manual';
  return dataOf(task).current?.manual === true;
}

/**
 * A message from outside in manual mode. It opens a run if none is open and lies down in the buffers of its readers. It
 * wakes nobody, and calls that wait for their results go on waiting.
 */
export function decideBuffers(
  task: Task | undefined,
  post: Post,
  { recipients, definition }: { recipients: readonly string[]; definition: SwarmDefinition },
): Decision {
  const { status: _started, ...decision } = decidePost({ task, open: [], mail: [] }, post);
  const mailboxes = recipients.includes(EVERYONE) ? definition.agents.map((agent) => agent.name) : recipients;
  return {
    ...decision,
    entries: decision.entries.flatMap((entry): NewEntry[] =>
      entry.type === 'message' ? mailboxes.map((to) => ({ ...entry, to })) : [entry],
    ),
    put: (decision.put ?? []).flatMap((mail): NewMail[] =>
      mailboxes.map((mailbox) => ({ ...mail, id: newId(), mailbox, due: QUIET })),
    ),
    ...(decision.data === undefined ? {} : { status: 'running', data: toManual(decision.data) }),
  };
}

function toManual(data: JSONObject): JSONObject {
  return { ...data, current: { ...(data.current as JSONObject), manual: true } };
}

/** A message of the user to one agent, to some of them, or to all. */
export function composeBuffered(
  context: MessageContext,
  { recipients, ...draft }: Draft & { sender: MAILAddress; recipients: string[] },
): MAILMessage {
  const [recipient] = recipients;
  if (recipients.length > 1 || recipient === undefined || recipient === EVERYONE) {
    return composeBroadcast(context, { ...draft, recipients });
  }
  return composeRequest(context, { ...draft, recipient });
}
