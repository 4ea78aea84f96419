import { createClient, type MAILClient } from '@posthouse/client';
import type { LogEntry } from '@posthouse/protocol';
import { action, agent, type AgentFunction, swarm } from '@posthouse/runtime';
import { quiet, startServer } from '@posthouse/server';
import { expect, test } from 'vitest';
import { checkLog } from '../../packages/runtime/src/__fixtures__/check-log.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

const TASKS = process.env.TEST_FULL === '1' ? 20 : 5;
const CLERKS = ['anna', 'ben', 'carl'];
const QUESTIONS = 3;

const { newURL } = usePostgres();

/** A boss with clerks who ask the user at the same time, each a few times; in two processes, as far as the database knows. */
function toTeam() {
  const asked = new Map<string, number>();
  const clerk =
    (name: string): AgentFunction =>
    async ({ inputs }) => {
      const { taskId } = inputs[0]!.message;
      const count = (asked.get(`${taskId}/${name}`) ?? 0) + 1;
      asked.set(`${taskId}/${name}`, count);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
      if (count > QUESTIONS)
        return { calls: [{ tool: 'send_response', input: { target: 'boss', subject: `Re: ${name}`, body: 'done' } }] };
      return { calls: [{ tool: 'ask_human', input: {}, callId: `${name}-${count}` }] };
    };
  const heard = new Map<string, Set<string>>();
  const boss: AgentFunction = ({ inputs }) => {
    const { taskId } = inputs[0]!.message;
    const subjects = heard.get(taskId) ?? new Set();
    heard.set(taskId, subjects);
    for (const { message } of inputs) subjects.add(message.subject);
    if (subjects.size === 1)
      return {
        calls: CLERKS.map((target) => ({ tool: 'send_request', input: { target, subject: 'ask', body: 'b' } })),
      };
    if (CLERKS.every((name) => subjects.has(`Re: ${name}`)))
      return { calls: [{ tool: 'task_complete', input: { finish_message: 'all asked' } }] };
    return { calls: [{ tool: 'ignore_broadcast', input: { reason: null } }] };
  };
  const ask = action({ name: 'ask_human', description: 'Asks.', parameters: { type: 'object' }, execute: () => '' });
  return swarm({
    name: 'team',
    version: '1.0.0',
    entrypoint: 'boss',
    breakpointTools: ['ask_human'],
    agents: [
      agent({ name: 'boss', run: boss, commTargets: CLERKS, enableEntrypoint: true, canCompleteTasks: true }),
      ...CLERKS.map((name) => agent({ name, run: clerk(name), commTargets: ['boss'], actions: [ask] })),
    ],
  });
}

type Door = { url: string; client: MAILClient };

async function readLog({ url }: Door, taskId: string): Promise<LogEntry[]> {
  const response = await fetch(`${url}/tasks/${taskId}/log`, { headers: { authorization: 'Bearer alice' } });
  return response.ok ? ((await response.json()) as { entries: LogEntry[] }).entries : [];
}

/** Answers each question as soon as the log names it, through the server that is not at work on the task, and gives the log in the end. */
async function askAndAnswer(doors: readonly Door[], taskId: string): Promise<LogEntry[]> {
  const posted = doors[0]!.client.postMessage({ body: 'go', taskId });
  const answered = new Map<string, Promise<unknown>>();
  for (;;) {
    const log = await readLog(doors[1]!, taskId);
    for (const { callId } of log.findLast((entry) => entry.type === 'paused')?.calls ?? []) {
      if (answered.has(callId)) continue;
      answered.set(callId, doors[1]!.client.resume(taskId, [{ callId, content: 'yes' }]));
    }
    if (log.at(-1)?.type !== 'run-ended') continue;
    await Promise.all([posted, ...answered.values()]);
    return log;
  }
}

/** The calls that each pause asks about, as frames list them: those of the task record, and those of its event stream. */
async function readFrames({ client }: Door, taskId: string): Promise<{ record: string[][]; stream: string[][] }> {
  const { events } = await client.getTask(taskId);
  const record = events.map(({ event, data }) => ({ event, text: JSON.parse(data as string) as object }));
  const stream = [];
  for await (const { event, data } of client.follow(taskId)) stream.push({ event, text: data as object });
  return { record: record.flatMap(toAsked), stream: stream.flatMap(toAsked) };
}

function toAsked({ event, text }: { event: string; text: object }): string[][] {
  const said = Object.values(text).filter((value) => typeof value === 'string');
  const calls = said.flatMap((value) => [...value.matchAll(/"call_id":"(.+?)"/g)].map(([, callId]) => callId!));
  return event === 'task_complete' && calls.length > 0 ? [calls] : [];
}

/** The same as it is told, and every question. */
async function readTellings({ client }: Door, taskId: string): Promise<{ pauses: string[][]; questions: string[] }> {
  const told = { pauses: [] as string[][], questions: [] as string[] };
  for await (const telling of client.tellings(taskId, { run: 1 })) {
    if (telling.type === 'question') told.questions.push(telling.question.call.callId);
    if (telling.type === 'pause') told.pauses.push(telling.questions.map(({ call }) => call.callId));
  }
  return told;
}

test('frames, tasks and tellings ask about no call that was answered, however answers race with questions', async () => {
  const databaseURL = await newURL();
  const team = toTeam();
  const open = () =>
    startServer([team], {
      defaultSwarm: 'team',
      port: 0,
      databaseURL,
      logger: quiet,
      handleSignals: false,
      auth: { authenticate: async (token) => ({ role: 'user', id: 'alice', token }) },
    });
  const servers = [await open(), await open()];
  const doors = servers.map(({ url }): Door => ({ url, client: createClient({ baseUrl: url, token: 'alice' }) }));
  const all = CLERKS.flatMap((name) => Array.from({ length: QUESTIONS }, (_, at) => `${name}-${at + 1}`));
  try {
    const names = Array.from({ length: TASKS }, (_, index) => `task-${index}`);
    const logs = await Promise.all(names.map((taskId) => askAndAnswer(doors, taskId)));
    for (const [index, taskId] of names.entries()) {
      const log = logs[index]!;
      expect(checkLog(log)).toEqual([]);
      const pauses = log.flatMap((entry) => (entry.type === 'paused' ? [entry.calls.map((call) => call.callId)] : []));
      for (const door of doors) {
        expect(await readFrames(door, taskId)).toEqual({ record: pauses, stream: pauses });
        const told = await readTellings(door, taskId);
        expect(told.pauses).toEqual(pauses);
        expect(told.questions.toSorted()).toEqual(all);
      }
    }
  } finally {
    for (const server of servers) await server.stop({ drainMs: 0 });
  }
});
