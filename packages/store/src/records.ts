import type { JSONObject } from '@posthouse/protocol';

/** A small thing kept beside tasks, by kind and id. `version` rises with every change of any record. */
export type StoredRecord = { id: string; value: JSONObject; version: number };

/**
 * What a server keeps beside tasks: tokens, loaded swarms, peers. They are few and small; code that needs them often
 * keeps a copy and asks for what is newer.
 */
export interface Records {
  get(kind: string, id: string): Promise<StoredRecord | undefined>;
  /** By id. With `after`, those that were put since that version. */
  list(kind: string, options?: { after?: number }): Promise<StoredRecord[]>;
  /** Makes or replaces a record. With `expect`, only if its version is that one, or 0 for none: `stale` otherwise. */
  put(kind: string, id: string, value: JSONObject, options?: { expect?: number }): Promise<StoredRecord>;
  /** Whether there was one. */
  delete(kind: string, id: string): Promise<boolean>;
}
