import { setTimeout as wait } from 'node:timers/promises';
import { type DevelopmentNote, readDevelopmentFile } from '../../auth/development/development-file.ts';
import { isSamePlace } from './is-same-place.ts';

export type DevelopmentTokenOptions = {
  /** Where the note of the server is. */
  folder: string;
  url: string;
  /** Whose token; the user's unless given. */
  role?: 'user' | 'admin';
  /** The token that was found there first. */
  token: string;
  /** How long to wait for the note of a server that is just starting. */
  patienceMs?: number;
};

const LOOK_MS = 25;
const PATIENCE_MS = 2_000;

/**
 * A token of a development server, for being asked before every request: each start of such a server makes
 * others. So whoever follows a task goes on when the server was started again.
 */
export function developmentToken(options: DevelopmentTokenOptions): () => Promise<string> {
  const { folder, url, role = 'user', patienceMs = PATIENCE_MS } = options;
  let { token } = options;
  return async () => {
    const patience = Date.now() + patienceMs;
    for (;;) {
      const note = await readDevelopmentFile(folder);
      // A note that tells of another place is none of ours; it must not get our token, nor we its.
      if (note !== undefined && !isSamePlace(note.url, url)) return token;
      if (note !== undefined && isAlive(note)) return (token = note.tokens[role]);
      // Gone, or not there yet: one that is starting listens a moment before it leaves its note.
      if (Date.now() >= patience) return token;
      await wait(LOOK_MS);
    }
  };
}

function isAlive({ pid }: DevelopmentNote): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It lives, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
