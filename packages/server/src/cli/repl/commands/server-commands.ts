import { healthWire, serverInfoWire, serverStatusWire, whoamiWire } from '@posthouse/protocol';
import { toPrintable } from '../../terminal/to-printable.ts';
import { replCommand } from '../repl-command.ts';

/** The server itself, and who we are to it. */
export const serverCommands = [
  replCommand({
    names: ['ping', 'p'],
    about: 'Checks whether the server is running.',
    example: 'ping',
    run: async ({ session, verbose }) => {
      const info = await session.client.ping();
      const { swarm, status, protocolVersion } = info;
      const text = `${session.palette.paint('green', '✓')} ${swarm.name} ${swarm.version} is ${status}, MAIL ${protocolVersion}`;
      session.tell(serverInfoWire.emit(info), toPrintable(text), verbose);
    },
  }),
  replCommand({
    names: ['health', 'h'],
    about: 'Prints the health that the server reports.',
    example: 'health',
    run: async ({ session, verbose }) => {
      const health = await session.client.getHealth();
      session.tell(healthWire.emit(health), toPrintable(`${health.swarmName} is ${health.status}`), verbose);
    },
  }),
  replCommand({
    names: ['health-update', 'hu'],
    about: 'Sets the health that the server reports; for admins.',
    arguments: [{ name: 'STATUS', about: 'a word, such as degraded' }],
    example: 'health-update degraded',
    run: async ({ session, words, verbose }) => {
      const health = await session.client.updateHealth(words[0]!);
      session.tell(healthWire.emit(health), toPrintable(`${health.swarmName} is now ${health.status}`), verbose);
    },
  }),
  replCommand({
    names: ['login', 'l'],
    about: 'Switches to another token.',
    arguments: [{ name: 'KEY', about: 'the token', secret: true }],
    example: 'login KEY',
    run: async ({ session, words, verbose }) => {
      const caller = await session.login(words[0]!);
      session.tell(whoamiWire.emit(caller), toPrintable(`You are ${caller.role} ${caller.id}.`), verbose);
    },
  }),
  replCommand({
    names: ['logout', 'lo'],
    about: 'Forgets the token.',
    example: 'logout',
    run: async ({ session }) => {
      session.logout();
      session.tell({ status: 'logged out' }, 'You have no token now.');
    },
  }),
  replCommand({
    names: ['whoami', 'me', 'id'],
    about: 'Prints who you are to the server.',
    example: 'whoami',
    run: async ({ session, verbose }) => {
      const caller = await session.client.whoami();
      session.caller = caller;
      session.tell(whoamiWire.emit(caller), toPrintable(`You are ${caller.role} ${caller.id}.`), verbose);
    },
  }),
  replCommand({
    names: ['status', 's'],
    about: 'Prints what the server is doing for you.',
    example: 'status',
    run: async ({ session, verbose }) => {
      const status = await session.client.status();
      const { swarm, activeUsers, userTaskRunning } = status;
      const text = `${swarm.name} is ${swarm.status}; ${activeUsers} active; ${userTaskRunning ? 'a task of yours is running' : 'none of your tasks is running'}`;
      session.tell(serverStatusWire.emit(status), toPrintable(text), verbose);
    },
  }),
];
