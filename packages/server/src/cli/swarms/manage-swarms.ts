import { createClient, type MAILClient } from '@posthouse/client';
import { type PeerList, peerListWire, type SwarmChanged, swarmChangedWire } from '@posthouse/protocol';
import { readSwarmLink } from '../../federation/registry/swarm-link.ts';
import { findConnection } from '../connection/find-connection.ts';
import { EXIT } from '../exit-code.ts';
import { print, type Terminal } from '../terminal/terminal.ts';
import { toPrintable } from '../terminal/to-printable.ts';
import { UsageError } from '../usage-error.ts';
import { toPeerTable } from './to-peer-table.ts';

export type SwarmsFlags = {
  server?: string;
  'api-key'?: string;
  token?: string;
  volatile?: boolean;
  agents?: string;
  callers?: string;
  json?: boolean;
};

const ACTIONS = ['list', 'register', 'unregister', 'approve', 'discover'] as const;
type Action = (typeof ACTIONS)[number];

/** Lists or changes what a server knows of others. */
export async function manageSwarms(words: readonly string[], flags: SwarmsFlags, terminal: Terminal): Promise<number> {
  const [what = '', ...rest] = words;
  if (!(ACTIONS as readonly string[]).includes(what)) {
    throw new UsageError(`'swarms' can ${ACTIONS.join(', ')}, but not ${what}.`, {
      unknown: { word: what, known: [...ACTIONS] },
    });
  }
  const work = toWork(what as Action, rest, flags);
  const { server: url, 'api-key': apiKey } = flags;
  const connection = await findConnection({ url, apiKey, role: 'admin' }, terminal);
  const { url: baseURL, token } = connection;
  const outcome = await work(createClient({ baseURL, token }));
  if ('peers' in outcome) show(outcome, flags, terminal);
  else {
    const text = `${outcome.swarmName} is ${outcome.status}.`;
    print(terminal, flags.json === true ? JSON.stringify(swarmChangedWire.emit(outcome)) : toPrintable(text));
  }
  return EXIT.complete;
}

type Work = (client: MAILClient) => Promise<PeerList | SwarmChanged>;

/** The request to the server; wrong arguments are refused before anything is sent. */
function toWork(what: Action, words: readonly string[], flags: SwarmsFlags): Work {
  const [name, url] = words;
  const { token: authToken, volatile = false } = flags;
  const terms = {
    authToken,
    agents: flags.agents === undefined ? undefined : toNames(flags.agents),
    callers: flags.callers === undefined ? undefined : toNames(flags.callers),
    volatile,
  };
  switch (what) {
    case 'list':
      expectWords('list', words, 0);
      return (client) => client.getPeers();
    case 'discover':
      if (words.length === 0) throw new UsageError("'swarms discover' needs the URL of a registry.");
      return (client) => client.discoverSwarms([...words]);
    case 'unregister':
      expectWords('unregister', words, 1);
      return (client) => client.unregisterSwarm(name!);
    case 'approve':
      expectWords('approve', words, 1);
      return (client) => client.approveSwarm({ name: name!, ...terms });
    case 'register': {
      const link = name === undefined || words.length > 1 ? undefined : readSwarmLink(name);
      if (link === undefined) {
        expectWords('register', words, 2);
        return (client) => client.registerSwarm({ name: name!, baseURL: url!, ...terms });
      }
      const { swarm } = link;
      if (swarm === undefined) {
        throw new UsageError('The link does not name a swarm.', {
          hint: 'Name it: swarms register NAME LINK',
        });
      }
      return (client) => client.registerSwarm({ name: swarm, baseURL: name!, ...terms });
    }
  }
}

const USES: Record<Exclude<Action, 'discover'>, string> = {
  list: 'swarms list',
  unregister: 'swarms unregister NAME',
  approve: 'swarms approve NAME',
  register: 'swarms register NAME URL',
};

function expectWords(what: keyof typeof USES, words: readonly string[], count: number): void {
  if (words.length === count) return;
  throw new UsageError(
    `'swarms ${what}' takes ${count === 0 ? 'no argument' : `${count} argument${count > 1 ? 's' : ''}`}.`,
    {
      hint: `Write ${USES[what]}`,
    },
  );
}

function toNames(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function show(list: PeerList, { json }: SwarmsFlags, terminal: Terminal): void {
  if (json !== true) return print(terminal, toPeerTable(list.peers));
  for (const peer of peerListWire.emit(list).peers) print(terminal, JSON.stringify(peer));
  return undefined;
}
