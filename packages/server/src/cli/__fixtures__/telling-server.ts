import { createClient, type MAILClient, type NewMessage } from '@posthouse/client';
import type { Telling } from '@posthouse/protocol';
import { action, agent, swarm } from '@posthouse/runtime';
import { readMail, type Script, type ScriptedTurn, scripted } from '@posthouse/runtime/scripted';
import { quiet } from '../../logging/quiet.ts';
import { startServer } from '../../start-server.ts';

export const complete = (text: string) => ({ name: 'task_complete', input: { finish_message: text } });
export const write = (target: string, subject: string, body: string) => ({
  name: 'send_request',
  input: { target, subject, body },
});

/** What the boss does with a message is in its first word. */
const playBoss: Script = ({ messages }): ScriptedTurn => {
  const last = messages.at(-1);
  const [result] = last?.toolResults ?? [];
  const { mail } = readMail(last?.text ?? '');
  const [word = '', ...rest] = mail.at(-1)?.body.split(' ') ?? [];
  if (JSON.stringify(messages).includes('not have the format')) return { toolCalls: [complete('{"count":7}')] };
  if (result?.name === 'look' || result?.name === 'ask_human')
    return { toolCalls: [complete(`It is ${result.text}.`)] };
  if (mail.some(({ from }) => from === 'clerk' || from === 'porter')) return { toolCalls: [complete('All is done.')] };
  switch (word) {
    case 'think':
      return { reasoning: 'Who could\ndo it?', text: 'The clerk can.', toolCalls: [write('clerk', 'Work', 'Do it.')] };
    case 'both':
      return { toolCalls: ['clerk', 'porter'].map((target) => write(target, 'Work', 'Do it.')) };
    case 'look':
      return { toolCalls: rest.map((at) => ({ name: 'look', input: { at } })) };
    case 'ask':
      return { toolCalls: [{ name: 'ask_human', input: { question: rest.join(' ') } }] };
    case 'everybody':
      return {
        toolCalls: [
          { name: 'send_broadcast', input: { subject: 'News', body: 'Listen.', targets: ['clerk', 'porter'] } },
        ],
      };
    case 'nobody':
      return { toolCalls: [write('ghost', 'Boo', 'Boo.'), complete('Nobody was there.')] };
    case 'count':
      return { toolCalls: [complete('seven')] };
    default:
      return { toolCalls: [complete(`You said ${word}.`)] };
  }
};
const reply: Script = () => ({
  toolCalls: [{ name: 'send_response', input: { target: 'boss', subject: 'Re', body: 'Done.' } }],
});

const parameters = { type: 'object' };
const look = action({
  name: 'look',
  description: 'Looks.',
  parameters,
  execute: ({ at = '' }: { at?: string }) => {
    if (at === 'nothing') throw new Error('there is nothing');
    return { at };
  },
});
const askHuman = action({ name: 'ask_human', description: 'Asks.', parameters, execute: () => 'nobody' });

export type TellingServer = AsyncDisposable & {
  client: MAILClient;
  /** Everything that is told of the run that a message starts, up to its end or its pause. */
  ask(body: string, responseFormat?: object): Promise<Telling[]>;
};

/** A server with a boss, a clerk and a porter. */
export async function startTellingServer(): Promise<TellingServer> {
  const desk = swarm({
    name: 'desk',
    version: '1.0.0',
    entrypoint: 'boss',
    breakpointTools: ['ask_human'],
    agents: [
      agent({
        name: 'boss',
        model: scripted(playBoss),
        commTargets: ['clerk', 'porter'],
        actions: [look, askHuman],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
      agent({ name: 'clerk', model: scripted(reply), commTargets: ['boss'] }),
      agent({ name: 'porter', model: scripted(reply), commTargets: ['boss'] }),
    ],
  });
  const quietly = { databaseURL: 'sqlite::memory:', auth: 'development', logger: quiet, handleSignals: false } as const;
  const server = await startServer(desk, { port: 0, drainMs: 0, ...quietly });
  const client = createClient({ baseURL: server.url, token: server.tokens!.user });
  return {
    client,
    ask: (body, responseFormat) =>
      collect(client.postMessageTellings({ body, ...(responseFormat && { responseFormat }) } as NewMessage)),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

export async function collect(tellings: AsyncIterable<Telling>): Promise<Telling[]> {
  const told: Telling[] = [];
  for await (const telling of tellings) told.push(telling);
  return told;
}
