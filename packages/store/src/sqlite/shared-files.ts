import { closeSync, openSync, statSync } from 'node:fs';

type SharedFile = { users: number; descriptor: number | undefined };

/**
 * Database files that this process has open, by what they are to the system. Closing a descriptor of a file gives up every lock that
 * the process has on it, those of SQLite too; so one that is opened beside SQLite stays open as long as anybody uses the file.
 */
const files = new Map<string, SharedFile>();

/** Says that somebody uses a file, until the returned object is disposed of, which must be after SQLite has closed it. */
export function useFile(path: string): Disposable & { descriptor(): number } {
  const { dev, ino } = statSync(path);
  const name = `${dev} ${ino}`;
  const file = files.get(name) ?? { users: 0, descriptor: undefined };
  files.set(name, file);
  file.users += 1;
  return {
    descriptor: () => (file.descriptor ??= openSync(path, 'r+')),
    [Symbol.dispose]() {
      file.users -= 1;
      if (file.users > 0) return;
      files.delete(name);
      if (file.descriptor !== undefined) closeSync(file.descriptor);
    },
  };
}
