import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Terminal } from '../terminal/terminal.ts';

export const MAX_HISTORY_LINES = 1_000;

/** Where lines are remembered: in the file of MAIL's own command if there is one, else in the user's state folder. */
export function historyPath({ environment, home }: Pick<Terminal, 'environment' | 'home'>): string {
  const shared = join(home, '.mail_history');
  if (existsSync(shared)) return shared;
  const { XDG_STATE_HOME: state } = environment;
  return join(state === undefined || state === '' ? join(home, '.local/state') : state, 'posthouse/history');
}

/** The remembered lines, oldest first; none when there is no file or it cannot be read. */
export async function readHistoryFile(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // Python writes the file with one of two libraries; one of them begins with a title and hides blanks.
  if (lines[0] !== '_HiStOrY_V2_') return lines.slice(-MAX_HISTORY_LINES);
  return lines
    .slice(1)
    .slice(-MAX_HISTORY_LINES)
    .map((line) => line.replaceAll(/\\([0-7]{3})/g, decode));
}

function decode(_: string, octal: string): string {
  return String.fromCharCode(Number.parseInt(octal, 8));
}

/** Remembers a line. Only its owner may read the file; one that cannot be written is no reason to stop. */
export async function remember(path: string, line: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await appendFile(path, `${line.replaceAll('\n', ' ')}\n`, { mode: 0o600 });
  } catch {
    // There is nobody to tell in the middle of a conversation.
  }
}

/** Shortens the file once it has grown far beyond what is remembered. */
export async function trimHistory(path: string): Promise<void> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  if (lines.length <= 2 * MAX_HISTORY_LINES) return;
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${lines.slice(-MAX_HISTORY_LINES).join('\n')}\n`, { mode: 0o600 });
  await rename(draft, path);
}
