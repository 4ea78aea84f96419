export { initDatabase, type InitOptions, type InitStep } from './init-database.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export { LEASE_MILLISECONDS } from './ownership.ts';
export type {
  Committed,
  Mail,
  NewMail,
  Records,
  SavedLiveText,
  Store,
  StoredRecord,
  Task,
  TaskKey,
  TaskStatus,
  Turn,
  Write,
} from './store.ts';
