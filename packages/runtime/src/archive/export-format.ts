import type { Instance, LiveText, LogEntry } from '@posthouse/protocol';
import type { ArchivedLine, Mail, Session, SessionOwner, Task, Turn, UsedKey } from '@posthouse/store';

/** What the first line of a file says, so that nobody takes it for something else. */
export const EXPORT_FORMAT = 'posthouse-export';
export const EXPORT_VERSION = 1;

/** The first line. */
export type ExportHeader = {
  format: typeof EXPORT_FORMAT;
  version: number;
  at: string;
} & ({ kind: 'task'; of: { owner: Instance; taskId: string } } | { kind: 'user'; of: SessionOwner });

/** A task as a file has it: what is between this line and `task-end` belongs to it. */
export type ExportedTask = Pick<
  Task,
  'owner' | 'taskId' | 'status' | 'run' | 'openRun' | 'head' | 'data' | 'createdAt' | 'updatedAt'
>;

/**
 * The lines between the first and the last one. Those of a task come in this order, so that whoever reads a log of any
 * length knows all else about the task by then.
 */
export type ExportLine =
  | { type: 'task'; task: ExportedTask }
  | { type: 'turn'; turn: Turn }
  | { type: 'mail'; mail: Mail }
  | { type: 'live'; live: LiveText }
  | { type: 'key'; key: UsedKey }
  | { type: 'entry'; entry: LogEntry }
  | { type: 'task-end'; turns: number; mail: number; keys: number }
  | { type: 'session'; session: Omit<Session, 'version'> }
  | { type: 'line'; line: ArchivedLine }
  | { type: 'session-end'; lines: number };

/** The last line: how much there was, and the SHA-256 of every byte before it. */
export type ExportFooter = { type: 'end'; tasks: number; sessions: number; sha256: string };

/** How much is read, and written, at once. */
export const PIECE = { limit: 500, maxBytes: 256 * 1024 } as const;
