export { openStore, type StoreOptions } from './open-store.ts';
export { LEASE_MILLISECONDS } from './ownership.ts';
export type {
  Committed,
  Mail,
  NewMail,
  SavedLiveText,
  Store,
  Task,
  TaskKey,
  TaskStatus,
  Turn,
  Write,
} from './store.ts';
