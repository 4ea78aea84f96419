import type { TokenSource } from '@posthouse/client';
import { dirname, join } from 'node:path';
import {
  DEVELOPMENT_FOLDER,
  type DevelopmentNote,
  readDevelopmentFile,
} from '../../auth/development/development-file.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';
import { developmentToken } from './development-token.ts';
import { isSamePlace } from './is-same-place.ts';
import { toServerURL } from './to-server-url.ts';

export type ConnectionChoice = {
  url?: string;
  apiKey?: string;
  /** As whom to come to a development server; as a user unless given. */
  role?: 'user' | 'admin';
};

/** A server to talk to, and as whom. Without a token only what is public can be asked. */
export type FoundConnection = { url: string; token?: TokenSource };

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
      throw new UsageError('No server is named, and none runs in development here.', {
        hint: 'Start one with the command server, or give the URL of one (or set MAIL_BASE_URL).',
      });
    }
    return { url: found.note.url, token: token ?? toTokenSource(found, role) };
  }
  if (found === undefined || !isSamePlace(found.note.url, address.url)) return { url: address.url };
  return { url: address.url, token: toTokenSource(found, role) };
}

type FoundNote = { folder: string; note: DevelopmentNote };

function toTokenSource({ folder, note: { url, tokens } }: FoundNote, role: 'user' | 'admin'): TokenSource {
  return developmentToken({ folder, url, role, token: tokens[role] });
}

/** The note of the nearest development server, looking upwards. */
async function findDevelopmentNote(start: string): Promise<FoundNote | undefined> {
  for (let at = start; ; at = dirname(at)) {
    const folder = join(at, DEVELOPMENT_FOLDER);
    const note = await readDevelopmentFile(folder);
    if (note !== undefined) return { folder, note };
    if (dirname(at) === at) return undefined;
  }
}

function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}
