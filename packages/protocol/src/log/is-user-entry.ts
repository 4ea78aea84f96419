import { isFromUser } from '../messages/is-from-user.ts';
import type { LogEntry } from './log-entry.ts';

/** Whether an entry is a message from the owner of the task. */
export function isUserEntry(entry: LogEntry): entry is LogEntry & { type: 'message' } {
  return entry.type === 'message' && isFromUser(entry.message);
}
