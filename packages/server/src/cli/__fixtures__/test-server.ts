import { setTimeout as sleep } from 'node:timers/promises';
import { action, agent, swarm, type Swarm } from '@posthouse/runtime';
import { readMail, type Script, scripted } from '@posthouse/runtime/scripted';
import { quiet } from '../../logging/quiet.ts';
import type { RunningServer } from '../../start-options.ts';
import { startServer } from '../../start-server.ts';

/** What the boss does with a message is in the message: `ask`, `wait`, `fail`, `delegate`, or anything else to echo. */
const playBoss: Script = ({ messages }) => {
  const last = messages.at(-1);
  const [result] = last?.toolResults ?? [];
  if (result?.name === 'ask_human' || result?.name === 'wait') return complete(`${result.name} gave ${result.text}`);
  const { mail } = readMail(last?.text ?? '');
  const text = mail.at(-1)?.body ?? '';
  if (mail.some(({ from }) => from === 'clerk')) return complete(text);
  if (text === 'fail') return { fault: { kind: 'http', status: 400, message: 'the model is out of order' } };
  const [word, ...rest] = text.split(' ');
  if (word === 'ask') return { toolCalls: [{ name: 'ask_human', input: { question: rest.join(' ') } }] };
  if (word === 'wait') return { toolCalls: [{ name: 'wait', input: {} }] };
  if (word === 'delegate')
    return { toolCalls: [{ name: 'send_request', input: { target: 'clerk', subject: 'Work', body: rest.join(' ') } }] };
  return complete(`You said: ${text}`);
};

const playClerk: Script = () => ({
  toolCalls: [
    { name: 'send_response', input: { target: 'boss', subject: 'Re: Work', body: 'The clerk has done it.' } },
  ],
});

function complete(text: string) {
  return { toolCalls: [{ name: 'task_complete', input: { finish_message: text } }] };
}

const parameters = { type: 'object' };

/** A swarm that completes, fails, pauses, delegates or waits, as it is told. */
function testSwarm(name = 'desk'): Swarm {
  const wait = action({
    name: 'wait',
    description: 'Waits for a long time.',
    parameters,
    execute: async (_input: object, { signal }) => {
      await sleep(30_000, undefined, { signal });
      return 'waited';
    },
  });
  const askHuman = action({
    name: 'ask_human',
    description: 'Asks somebody.',
    parameters,
    execute: () => 'nobody is there',
  });
  const boss = agent({
    name: 'boss',
    model: scripted(playBoss, { modelId: 'boss' }),
    commTargets: ['clerk'],
    actions: [wait, askHuman],
    enableEntrypoint: true,
    canCompleteTasks: true,
  });
  const clerk = agent({ name: 'clerk', model: scripted(playClerk, { modelId: 'clerk' }), commTargets: ['boss'] });
  return swarm({
    name,
    version: '1.0.0',
    entrypoint: 'boss',
    agents: [boss, clerk],
    breakpointTools: ['ask_human'],
    public: true,
  });
}

/** A server with that swarm, on a free port and in memory. */
export function startTestServer(): Promise<RunningServer> {
  return startServer([testSwarm(), testSwarm('annex')], {
    port: 0,
    host: '127.0.0.1',
    databaseURL: 'sqlite::memory:',
    auth: 'development',
    logger: quiet,
    handleSignals: false,
    drainMs: 0,
    debug: true,
  });
}
