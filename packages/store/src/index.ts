export { isDiskFull } from './disk-full.ts';
export { initDatabase, type InitOptions, type InitStep } from './init-database.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export { LEASE_MILLISECONDS } from './ownership.ts';
export { isSchemaNewer } from './schema-version.ts';
export { parseStoreURL } from './store-url.ts';
export type {
  Durability,
  Committed,
  Mail,
  NewMail,
  NewSession,
  Records,
  SavedLiveText,
  Session,
  SessionBranch,
  SessionOwner,
  Sessions,
  Store,
  StoredRecord,
  Task,
  TaskKey,
  TaskStatus,
  TranscriptCopy,
  TranscriptLine,
  Transcripts,
  TranscriptWrite,
  Turn,
  Write,
} from './store.ts';
