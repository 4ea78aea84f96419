export type {
  Archive,
  ArchivedLine,
  CopiedTask,
  KeptName,
  PageSize,
  TaskPart,
  TaskSnapshot,
  UsedKey,
} from './archive.ts';
export type { DeletionOrigin, DeletionReason, DeletionRecord } from './deletion-record.ts';
export { isDiskFull } from './disk-full.ts';
export { initDatabase, type InitOptions } from './init-database.ts';
export type { InitStep } from './postgres/init-step.ts';
export { deleteSession } from './delete-session.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export { LEASE_MILLISECONDS } from './ownership.ts';
export { readLog, readWholeLog } from './read-log.ts';
export { isSchemaNewer } from './schema-version.ts';
export { parseStoreURL } from './store-url.ts';
export type { Deletions, Tombstone } from './deletions.ts';
export type { Records, StoredRecord } from './records.ts';
export type { NewSession, Session, SessionBranch, SessionOwner, Sessions } from './session.ts';
export type { BegunCall, NewSpending, SpendingScope, Spendings, Spent } from './spending.ts';
export type { Store } from './store.ts';
export type { Mail, NewMail, SavedLiveText, Task, TaskKey, TaskStatus, Turn } from './task.ts';
export type { Durability, TranscriptCopy, TranscriptLine, Transcripts, TranscriptWrite } from './transcript.ts';
export type { Committed, Write } from './write/write.ts';
