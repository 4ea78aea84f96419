import { appendFileSync } from 'node:fs';
import { action, agent, type AgentFunction, swarm } from '@posthouse/runtime';
import { createLogger, startServer } from '@posthouse/server';

/**
 * A server of whichever version it is run with: it imports what both have, and is copied into the source of the earlier one.
 * Its clerk does what the first word of a message says, and leaves a line in a file for every stamp.
 */
const { database, stamps } = JSON.parse(process.argv[2]!) as { database: string; stamps: string };

const clerk: AgentFunction = ({ inputs }) => {
  const body = inputs.at(-1)?.message.body ?? '';
  const [word = '', what = ''] = body.split(' ');
  const call = (tool: string, input: object) => ({ calls: [{ tool, input: input as Record<string, string> }] });
  switch (word) {
    case 'stamp':
    case 'hang':
      return call('stamp', { what, ...(word === 'hang' ? { forever: 'yes' } : {}) });
    case 'ask':
      return call('ask_human', { what });
    case 'say':
      return call('task_complete', { finish_message: what });
    // The signal that a call has its result.
    default:
      return call('task_complete', { finish_message: 'done' });
  }
};

const parameters = { type: 'object', properties: { what: { type: 'string' }, forever: { type: 'string' } } } as const;
const desk = swarm({
  name: 'desk',
  version: '1.0.0',
  entrypoint: 'clerk',
  breakpointTools: ['ask_human'],
  agents: [
    agent({
      name: 'clerk',
      commTargets: [],
      enableEntrypoint: true,
      canCompleteTasks: true,
      run: clerk,
      actions: [
        action({ name: 'ask_human', description: 'Asks a person.', parameters, execute: () => 'nobody runs this' }),
        action({
          name: 'stamp',
          description: 'Puts a stamp on something.',
          parameters,
          execute: async ({ what, forever }: { what?: string; forever?: string }) => {
            appendFileSync(stamps, `${what}\n`);
            await new Promise((resolve) => setTimeout(resolve, forever === undefined ? 20 : 3_600_000));
            return `stamped ${what}`;
          },
        }),
      ],
    }),
  ],
});

const { url } = await startServer(desk, {
  port: 0,
  databaseURL: database,
  auth: {
    authenticate: async (token) => {
      const [role = '', id = ''] = token.split(':');
      return { role: role as 'user', id, token };
    },
  },
  logger: createLogger({ level: 'warn', format: 'json' }),
  drainMs: 2_000,
});
process.stdout.write(`${JSON.stringify({ url })}\n`);
