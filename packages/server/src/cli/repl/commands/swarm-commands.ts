import { flag } from '../../arguments/options.ts';
import { peerListWire, swarmChangedWire, swarmListWire } from '@posthouse/protocol';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toPeerTable } from '../../swarms/to-peer-table.ts';
import { toPrintable } from '../../terminal/to-printable.ts';
import { UsageError } from '../../usage-error.ts';
import { replCommand } from '../repl-command.ts';

/** The swarms of the server, and its peers. */
export const swarmCommands = [
  replCommand({
    names: ['swarms-get', 'sg'],
    about: 'Lists the public swarms that the server knows.',
    example: 'swarms-get',
    run: async ({ session, verbose }) => {
      const list = await session.client.getSwarms();
      const lines = list.swarms.map(({ swarmName, version, baseURL, swarmDescription }) =>
        toPrintable(`${swarmName} ${version}  ${baseURL}  ${swarmDescription}`.trimEnd()),
      );
      session.tell(
        swarmListWire.emit(list),
        lines.length === 0 ? 'There are no public swarms.' : lines.join('\n'),
        verbose,
      );
    },
  }),
  replCommand({
    names: ['swarm-register', 'sr'],
    about: 'Makes another swarm server known to this one; for admins.',
    arguments: [
      { name: 'NAME', about: 'the name of the swarm' },
      { name: 'URL', about: 'the URL of its server' },
      { name: 'TOKEN', about: 'the token that it requires', optional: true, secret: true },
    ],
    options: { volatile: flag('forget it when the server stops', 'V') },
    example: 'swarm-register beta https://beta.example.org',
    run: async ({ session, words, values, verbose }) => {
      const [name, baseURL, authToken] = words as [string, string, string?];
      const changed = await session.client.registerSwarm({
        name,
        baseURL,
        authToken,
        volatile: values.volatile === true,
      });
      session.tell(swarmChangedWire.emit(changed), toPrintable(`${changed.swarmName} is registered.`), verbose);
    },
  }),
  replCommand({
    names: ['swarm-unregister', 'su'],
    about: 'Makes the server forget another one; for admins.',
    arguments: [{ name: 'NAME', about: 'the name of the swarm', completes: 'swarm' }],
    example: 'swarm-unregister beta',
    run: async ({ session, words, verbose }) => {
      const [name] = words as [string];
      const changed = await session.client.unregisterSwarm(name);
      session.tell(swarmChangedWire.emit(changed), toPrintable(`${changed.swarmName} is forgotten.`), verbose);
    },
  }),
  replCommand({
    names: ['peers-get', 'pg'],
    about: 'Lists the swarms of other servers, public or not, and those that wait to be approved; for admins.',
    example: 'peers-get',
    run: async ({ session, verbose }) => {
      const list = await session.client.getPeers();
      session.tell(peerListWire.emit(list), toPeerTable(list.peers), verbose);
    },
  }),
  replCommand({
    names: ['swarms-discover', 'sdi'],
    about: 'Asks a registry for swarms; for admins. They wait until they are approved.',
    arguments: [{ name: 'URL', about: 'the URL of the registry' }],
    example: 'swarms-discover https://registry.example.org',
    run: async ({ session, words, verbose }) => {
      const list = await session.client.discoverSwarms(words);
      session.tell(peerListWire.emit(list), toPeerTable(list.peers), verbose);
    },
  }),
  replCommand({
    names: ['swarm-approve', 'sa'],
    about: 'Lets agents write to a swarm that was found; for admins.',
    arguments: [
      { name: 'NAME', about: 'the name of the swarm' },
      { name: 'TOKEN', about: 'the token that it requires', optional: true, secret: true },
    ],
    options: { volatile: flag('forget it when the server stops', 'V') },
    example: 'swarm-approve beta',
    run: async ({ session, words, values, verbose }) => {
      const [name, authToken] = words as [string, string?];
      const changed = await session.client.approveSwarm({
        name,
        authToken,
        volatile: values.volatile === true,
      });
      session.tell(swarmChangedWire.emit(changed), toPrintable(`${changed.swarmName} is approved.`), verbose);
    },
  }),
  replCommand({
    names: ['swarm-dump', 'sd'],
    about: 'Writes the swarm to the log of the server; for admins.',
    example: 'swarm-dump',
    run: async ({ session, verbose }) => {
      const changed = await session.client.dumpSwarm();
      session.tell(
        swarmChangedWire.emit(changed),
        toPrintable(`${changed.swarmName} is in the log of the server.`),
        verbose,
      );
    },
  }),
  replCommand({
    names: ['swarm-load-from-json', 'sl'],
    about: 'Loads a swarm into the server; for admins.',
    arguments: [{ name: 'JSON', about: 'the swarm as JSON, or @FILE' }],
    example: 'swarm-load-from-json @swarm.json',
    run: async ({ session, words, verbose }) => {
      const [text] = words as [string];
      const json = text.startsWith('@')
        ? await readText(resolve(session.options.terminal.folder, text.slice(1)))
        : text;
      const changed = await session.client.loadSwarm(json);
      session.tell(swarmChangedWire.emit(changed), toPrintable(`${changed.swarmName} is loaded.`), verbose);
    },
  }),
];

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UsageError(`The file cannot be read: ${(cause as Error).message}`, { cause });
  }
}
