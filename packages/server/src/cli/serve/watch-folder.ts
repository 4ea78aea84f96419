import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** What a server is made of; its database and its logs change all the time. */
const WATCHED = /\.([cm]?[jt]sx?|py|json|toml|md|txt)$/;
const SKIPPED = /^(\.|node_modules$|__pycache__$|logs$|dist$)/;
const MAX_FOLDERS = 500;
/** Editors write a file in several steps. */
const QUIET_MS = 150;

export type FolderWatch = {
  /** How many changes have been told. */
  readonly count: number;
  /** Waits for the next change. */
  next(): Promise<void>;
  /** Lets whoever waits continue without one. */
  wake(): void;
  close(): void;
};

/** Tells of changes to sources in a folder and the folders in it, each once things are quiet again. */
export function watchFolder(folder: string, onChange: (file: string) => void): FolderWatch {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let waiting: (() => void)[] = [];
  const wake = (): void => {
    for (const go of waiting.splice(0)) go();
  };
  const hear = (place: string) => (_: string, name: string | null) => {
    if (name === null || !WATCHED.test(name) || SKIPPED.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      count += 1;
      onChange(join(place, name));
      wake();
    }, QUIET_MS);
  };
  const watchers: FSWatcher[] = foldersIn(folder).map((place) => watch(place, hear(place)));
  return {
    get count() {
      return count;
    },
    next: () => new Promise((resolve) => (waiting = [...waiting, resolve])),
    wake,
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      wake();
    },
  };
}

/** The folder and those in it, without what is installed or hidden. */
function foldersIn(folder: string): string[] {
  const found = [folder];
  for (let index = 0; index < found.length && found.length < MAX_FOLDERS; index += 1) {
    const place = found[index]!;
    const inside = readdirSync(place, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    found.push(...inside.filter(({ name }) => !SKIPPED.test(name)).map(({ name }) => join(place, name)));
  }
  return found;
}
