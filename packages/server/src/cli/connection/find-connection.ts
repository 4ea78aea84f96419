import { dirname, join } from 'node:path';
import {
  DEVELOPMENT_FOLDER,
  type DevelopmentNote,
  readDevelopmentFile,
} from '../../auth/development/development-file.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';
import { toServerURL } from './to-server-url.ts';

export type ConnectionChoice = {
  url?: string;
  apiKey?: string;
  /** As whom to come to a development server; as a user unless given. */
  role?: 'user' | 'admin';
};

/** A server to talk to, and as whom. Without a token only what is public can be asked. */
export type FoundConnection = { url: string; token?: string };

/**
 * Which server is meant, and with which token: what was typed, else the environment, else the development server that was
 * started in this folder or one above it. A development token never goes to any other server.
 */
export async function findConnection(
  { url, apiKey, role = 'user' }: ConnectionChoice,
  { environment, folder }: Pick<Terminal, 'environment' | 'folder'>,
): Promise<FoundConnection> {
  const named = url ?? filled(environment.MAIL_BASE_URL);
  const address = named === undefined ? undefined : toServerURL(named);
  const token = filled(apiKey) ?? address?.token ?? filled(environment.MAIL_API_KEY);
  if (address !== undefined && token !== undefined) return { url: address.url, token };
  const found = await findDevelopmentNote(folder);
  if (address === undefined) {
    if (found === undefined) {
      throw new UsageError('No server is named, and no development server runs here.', {
        hint: 'Start one with the command server, or give the URL of one (or set MAIL_BASE_URL).',
      });
    }
    return { url: found.url, token: token ?? found.tokens[role] };
  }
  if (found === undefined || !isSamePlace(found.url, address.url)) return { url: address.url };
  return { url: address.url, token: found.tokens[role] };
}

/** The note of the nearest development server, looking upwards. */
async function findDevelopmentNote(start: string): Promise<DevelopmentNote | undefined> {
  for (let at = start; ; at = dirname(at)) {
    const note = await readDevelopmentFile(join(at, DEVELOPMENT_FOLDER));
    if (note !== undefined) return note;
    if (dirname(at) === at) return undefined;
  }
}

function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

/** Whether two URLs lead to the same server. The names of this machine's own address are one place. */
function isSamePlace(one: string, other: string): boolean {
  return toPlace(one) === toPlace(other);
}

function toPlace(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? 'localhost' : hostname}:${port}`;
}
