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
export { initDatabase, type InitOptions, type InitStep } from './init-database.ts';
export { deleteSession } from './delete-session.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export { LEASE_MILLISECONDS } from './ownership.ts';
export { readLog, readWholeLog } from './read-log.ts';
export { isSchemaNewer } from './schema-version.ts';
export { parseStoreURL } from './store-url.ts';
export type {
  BegunCall,
  Durability,
  Committed,
  Deletions,
  Mail,
  NewMail,
  NewSession,
  NewSpending,
  Records,
  SavedLiveText,
  Session,
  SessionBranch,
  SessionOwner,
  Sessions,
  SpendingScope,
  Spendings,
  Spent,
  Store,
  StoredRecord,
  Task,
  TaskKey,
  TaskStatus,
  Tombstone,
  TranscriptCopy,
  TranscriptLine,
  Transcripts,
  TranscriptWrite,
  Turn,
  Write,
} from './store.ts';
