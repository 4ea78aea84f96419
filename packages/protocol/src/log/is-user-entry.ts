import { isFromUser } from '../messages/is-from-user.ts';
import type { LogEntry, MessageEntry } from './log-entry.ts';

/** Whether an entry is a message from the owner of the task. */
export function isUserEntry(entry: LogEntry): entry is MessageEntry {
  return entry.type === 'message' && isFromUser(entry.message);
}
