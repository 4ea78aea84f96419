import { createClient } from '@posthouse/client';
import type { ServerInfo } from '@posthouse/protocol';
import { openStore } from '@posthouse/store';
import type { Caller } from '../../auth/caller.ts';
import { createToken, hasTokens } from '../../auth/tokens/token-records.ts';
import { loadConfig } from '../../config/load-config.ts';
import { toSwarmLink } from '../../federation/registry/swarm-link.ts';
import { findConnection } from '../connection/find-connection.ts';
import { toServerURL } from '../connection/to-server-url.ts';
import { type DatabaseFlags, findDatabase } from '../database/find-database.ts';
import { EXIT } from '../exit-code.ts';
import { print, printError, type Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';

export type InviteFlags = DatabaseFlags & { role?: string; url?: string; swarm?: string; json?: boolean };

const TIMEOUT_MS = 3_000;

/** Makes a token for somebody and prints it as a link to this server. */
export async function invite(id: string, flags: InviteFlags, terminal: Terminal): Promise<number> {
  const role = (flags.role ?? 'agent') as Caller['role'];
  const server = await findServer(flags, terminal);
  const info = await ask(server);
  const swarm = flags.swarm ?? info?.swarm.name;
  const database = findDatabase(flags, terminal);
  await using store = await openStore(database);
  const first = !(await hasTokens(store.records));
  const { token, record } = await createToken(store.records, { role, id, name: 'invitation' });
  const known = {
    swarm,
    key: info?.keyId,
  };
  const link = toSwarmLink(role === 'agent' ? 'invite' : 'connect', {
    server,
    token,
    ...(role === 'agent' ? known : {}),
  });
  if (flags.json === true) {
    print(terminal, JSON.stringify({ link, ...record, server, ...known }));
    return EXIT.complete;
  }
  // The link alone goes to the output, so that it can be sent on.
  print(terminal, link);
  printError(terminal, toAdvice({ id, role, handle: record.handle, swarm }));
  if (first)
    printError(terminal, 'This is the first token: from its next start, the server requires one from everybody.');
  return EXIT.complete;
}

function toAdvice({
  id,
  role,
  handle,
  swarm,
}: {
  id: string;
  role: string;
  handle: string;
  swarm: string | undefined;
}): string {
  const use =
    role === 'agent'
      ? `posthouse swarms register ${swarm === undefined ? 'NAME ' : ''}'LINK'`
      : "posthouse client 'LINK'";
  return `This link is shown only once and gives access to ${id}; its handle is ${handle} (token revoke ${handle}). To use it: ${use}`;
}

/** Where others reach this server. */
async function findServer({ url, config }: InviteFlags, terminal: Terminal): Promise<string> {
  if (url !== undefined) return toServerURL(url).url;
  const { environment, folder } = terminal;
  const { publicURL } = loadConfig({ flags: config === undefined ? {} : { config }, environment, folder }).values;
  if (publicURL !== undefined) return publicURL.replace(/\/+$/, '');
  try {
    return (await findConnection({}, terminal)).url;
  } catch (cause) {
    throw new UsageError('The public URL of this server is not known.', {
      cause,
      hint: 'Give --url https://…, or set MAIL_PUBLIC_URL.',
    });
  }
}

/** What the server says of itself, if it is up. */
async function ask(server: string): Promise<ServerInfo | undefined> {
  try {
    return await createClient({ baseURL: server, timeoutMs: TIMEOUT_MS, retries: 0 }).ping();
  } catch {
    return undefined;
  }
}
