import { createClient, type MAILClient } from '@posthouse/client';
import type { LogEntry } from '@posthouse/protocol';
import { action, agent, type AgentFunction, swarm } from '@posthouse/runtime';
import { quiet, startServer } from '@posthouse/server';
import { expect, test } from 'vitest';
import { checkLog } from '../../packages/runtime/src/__fixtures__/check-log.ts';
import { RawSession } from '../../packages/store/src/postgres/__fixtures__/raw-session.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

const TASK = 'task-1';
const SOON = { timeout: 30_000, interval: 10 };

const { server: postgres } = usePostgres();

/** A boss with two clerks who ask the user: Anna at once, Ben when the test says so. */
function toTeam(bensTurn: Promise<void>) {
  const clerk =
    (name: string, turn: Promise<void> | undefined): AgentFunction =>
    async ({ inputs }) => {
      const isAsked = inputs.some(({ message }) => message.subject === 'ask');
      await turn;
      if (isAsked) return { calls: [{ tool: 'ask_human', input: {}, callId: name }] };
      return { calls: [{ tool: 'send_response', input: { target: 'boss', subject: `Re: ${name}`, body: 'done' } }] };
    };
  const heard = new Set<string>();
  const boss: AgentFunction = ({ inputs }) => {
    for (const { message } of inputs) heard.add(message.subject);
    if (heard.size === 1) {
      const ask = (target: string) => ({ tool: 'send_request', input: { target, subject: 'ask', body: 'b' } });
      return { calls: [ask('anna'), ask('ben')] };
    }
    if (heard.has('Re: anna') && heard.has('Re: ben'))
      return { calls: [{ tool: 'task_complete', input: { finish_message: 'all asked' } }] };
    return { calls: [{ tool: 'ignore_broadcast', input: { reason: null } }] };
  };
  const ask = action({ name: 'ask_human', description: 'Asks.', parameters: { type: 'object' }, execute: () => '' });
  const options = { commTargets: ['boss'], actions: [ask] };
  return swarm({
    name: 'team',
    version: '1.0.0',
    entrypoint: 'boss',
    breakpointTools: ['ask_human'],
    agents: [
      agent({ name: 'boss', run: boss, commTargets: ['anna', 'ben'], enableEntrypoint: true, canCompleteTasks: true }),
      agent({ name: 'anna', run: clerk('anna', undefined), ...options }),
      agent({ name: 'ben', run: clerk('ben', bensTurn), ...options }),
    ],
  });
}

type Door = { url: string; client: MAILClient };

async function readLog({ url }: Door): Promise<LogEntry[]> {
  const response = await fetch(`${url}/tasks/${TASK}/log`, { headers: { authorization: 'Bearer alice' } });
  return response.ok ? ((await response.json()) as { entries: LogEntry[] }).entries : [];
}

const toPauses = (log: readonly LogEntry[]): string[][] =>
  log.flatMap((entry) => (entry.type === 'paused' ? [entry.calls.map((call) => call.callId)] : []));

/** The calls that each pause asks about, as frames list them: those of the task record, and those of its event stream. */
async function readFrames({ client }: Door): Promise<{ record: string[][]; stream: string[][] }> {
  const { events } = await client.getTask(TASK);
  const record = events.map(({ event, data }) => ({ event, text: JSON.parse(data as string) as object }));
  const stream = [];
  for await (const { event, data } of client.follow(TASK)) stream.push({ event, text: data as object });
  return { record: record.flatMap(toAsked), stream: stream.flatMap(toAsked) };
}

function toAsked({ event, text }: { event: string; text: object }): string[][] {
  const said = Object.values(text).filter((value) => typeof value === 'string');
  const calls = said.flatMap((value) => [...value.matchAll(/"call_id":"(.+?)"/g)].map(([, callId]) => callId!));
  return event === 'task_complete' && calls.length > 0 ? [calls] : [];
}

/** The same as it is told, and every question. */
async function readTellings({ client }: Door): Promise<{ pauses: string[][]; questions: string[] }> {
  const told = { pauses: [] as string[][], questions: [] as string[] };
  for await (const telling of client.tellings(TASK, { run: 1 })) {
    if (telling.type === 'question') told.questions.push(telling.question.call.callId);
    if (telling.type === 'pause') told.pauses.push(telling.questions.map(({ call }) => call.callId));
  }
  return told;
}

/**
 * Nothing gets into a log until it is disposed of. A write that comes to it keeps the task to itself meanwhile, and the next
 * one to the same task waits for that: it is decided already, and applied after the first one.
 */
async function holdLogs(database: string) {
  const session = await RawSession.open(postgres().url(database));
  await session.run('BEGIN');
  await session.run('LOCK TABLE mail.log IN SHARE MODE');
  return {
    waiting: async (writes: number): Promise<void> => {
      const held = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      await expect.poll(async () => (await postgres().run(database, held)).rowCount, SOON).toBe(writes);
    },
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
}

/** Anna's question is answered at one server while Ben asks at the other: each decides before it knows of what the other writes. */
test.each([
  ['before', [['anna'], ['ben']]],
  ['after', [['anna'], ['anna', 'ben'], ['ben']]],
])(
  'a question answered just %s another is asked is no longer listed by frames, tasks and tellings',
  async (order, expected) => {
    const database = await postgres().newDatabase();
    const bensTurn = Promise.withResolvers<void>();
    const team = toTeam(bensTurn.promise);
    const open = () =>
      startServer([team], {
        defaultSwarm: 'team',
        port: 0,
        databaseURL: postgres().url(database),
        logger: quiet,
        handleSignals: false,
        auth: { authenticate: async (token) => ({ role: 'user', id: 'alice', token }) },
      });
    await using first = await open();
    await using second = await open();
    const doors = [first, second].map(({ url }): Door => ({
      url,
      client: createClient({ baseURL: url, token: 'alice' }),
    }));
    const posted = doors[0]!.client.postMessage({ body: 'go', taskId: TASK });
    await expect.poll(async () => toPauses(await readLog(doors[1]!)), SOON).toEqual([['anna']]);

    const answer = (callId: string) => doors[1]!.client.resume(TASK, [{ callId, content: 'yes' }]);
    let answered: Promise<unknown> = Promise.resolve();
    const steps = [() => void (answered = answer('anna')), () => bensTurn.resolve()];
    {
      await using held = await holdLogs(database);
      for (const [index, step] of (order === 'before' ? steps : steps.toReversed()).entries()) {
        step();
        await held.waiting(index + 1);
      }
    }
    await expect.poll(async () => toPauses(await readLog(doors[1]!)), SOON).toEqual(expected);
    await Promise.all([posted, answered, answer('ben')]);
    await expect.poll(async () => (await readLog(doors[1]!)).at(-1)?.type, SOON).toBe('run-ended');

    const log = await readLog(doors[1]!);
    expect(checkLog(log)).toEqual([]);
    const pauses = toPauses(log);
    for (const door of doors) {
      expect(await readFrames(door)).toEqual({ record: pauses, stream: pauses });
      expect(await readTellings(door)).toEqual({ pauses, questions: ['anna', 'ben'] });
    }
  },
);
