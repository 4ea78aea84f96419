import type { LogEntry } from '@posthouse/protocol';
import type { Engine, Submitted } from '@posthouse/runtime';
import type { Task } from '@posthouse/store';
import { type MailRunState, startRun } from '../run-messages/mail-run-state.ts';
import { translateRun } from '../run-messages/translate-run.ts';

/**
 * Waits for the run that answers a message. A message that cut in is answered by the run it joined, of which nobody knows
 * here where it begins; undefined means that the message was dropped, because everything was stopped.
 */
export async function locateRun(
  engine: Pick<Engine, 'follow'>,
  task: Task,
  { messageId, after }: Pick<Submitted, 'messageId' | 'after'>,
  signal: AbortSignal,
): Promise<{ run: number; after?: number } | undefined> {
  for await (const { events } of engine.follow(task, { after, signal })) {
    for (const entry of events) {
      if (entry.type === 'run-started' && entry.messages?.includes(messageId) === true) {
        return { run: entry.run, after: entry.seq - 1 };
      }
      if (entry.type === 'message' && entry.message.id === messageId && entry.message.msgType === 'interrupt') {
        return { run: entry.run };
      }
      if (entry.type === 'run-ended' && entry.code === 'cancelled') return undefined;
    }
  }
  return undefined;
}

/** How a run stands, as far as its entries go. */
export async function readRun(
  log: AsyncIterable<LogEntry> | Iterable<LogEntry>,
  options: { taskId: string; swarm: string; run: number },
): Promise<MailRunState> {
  let state = startRun(options);
  for await (const entry of log) ({ state } = translateRun(state, entry));
  return state;
}
