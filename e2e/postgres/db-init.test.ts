import { agent, swarm } from '@posthouse/runtime';
import { initDatabase, type InitStep, openStore } from '@posthouse/store';
import { scripted } from '@posthouse/testkit';
import { describe, expect, it } from 'vitest';
import {
  agentMessage,
  completion,
  ReferenceDatabase,
  userMessage,
} from '../../packages/store/src/postgres/__fixtures__/reference-database.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

const { server, newURL } = usePostgres();
const owner = { swarm: 'demo', role: 'user', id: 'u-1' } as const;

async function init(url: string): Promise<InitStep[]> {
  const steps: InitStep[] = [];
  await initDatabase(url, { onProgress: (step) => steps.push(step) });
  return steps;
}

const tablesOf = (steps: InitStep[]) => steps.flatMap((step) => (step.type === 'table' ? [step.name] : []));
const importOf = (steps: InitStep[]) => steps.find((step) => step.type === 'imported')?.imported;

/** A database of the reference with its tables in it. */
async function reference(): Promise<{ url: string; old: ReferenceDatabase }> {
  const database = await server().newDatabase();
  const old = new ReferenceDatabase(server(), database);
  await old.makeTables();
  return { url: server().url(database), old };
}

describe('db-init on PostgreSQL', () => {
  it('creates and names every table, and can be run again without harm', async () => {
    const url = await newURL();
    const first = await init(url);
    expect(tablesOf(first)).toEqual(
      [
        'begun_call',
        'buried_key',
        'change',
        'deletion',
        'live_text',
        'log',
        'mail',
        'migration',
        'node',
        'once',
        'record',
        'record_version',
        'session',
        'spending',
        'task',
        'transcript',
        'turn',
      ].map((name) => `mail.${name}`),
    );
    expect(importOf(first)).toBeUndefined();
    expect(await init(url)).toEqual(first);
  });

  it('db-init can run several times at once', async () => {
    const { url, old } = await reference();
    await old.addTask('t-1');
    const all = await Promise.all(Array.from({ length: 4 }, () => init(url)));
    const outcomes = all.map((steps) => importOf(steps));
    expect(outcomes.filter((outcome) => outcome === 'earlier')).toHaveLength(3);
    expect(outcomes.find((outcome) => outcome !== 'earlier')).toMatchObject({ tasks: 1 });
  });

  it('names the tables of a SQLite file, too', async () => {
    expect(tablesOf(await init('sqlite::memory:'))).toEqual(
      'task log mail turn live_text once node record session transcript spending deletion buried_key begun_call'.split(
        ' ',
      ),
    );
  });
});

describe('a database of the reference', () => {
  it('a database of the reference is imported once: tasks with their messages, answers, titles and times', async () => {
    const { url, old } = await reference();
    await old.addTask('t-1', { title: 'Weather', startTime: '2026-01-01T10:00:00.149Z' });
    await old.addMessage('t-1', userMessage('t-1', 'What is the weather?'));
    await old.addEvent('t-1', 'tool_call', { tool_name: 'send_request', tool_args: {}, tool_call_id: 'c-1' });
    await old.addMessage('t-1', agentMessage('t-1', 'supervisor', 'weather', 'Rome?'));
    await old.addMessage('t-1', agentMessage('t-1', 'weather', 'supervisor', "It's sunny."), { times: 2 });
    await old.addMessage('t-1', completion('t-1', 'Sunny in Rome.'));
    await old.addResponse('t-1', completion('t-1', 'Sunny in Rome.'));

    expect(importOf(await init(url))).toEqual({ tasks: 1, entries: 6, histories: 0, left: 0, unreadable: 0 });
    await using store = await openStore(url);
    const task = await store.find(owner, 't-1');
    expect(task).toMatchObject({
      status: 'complete',
      run: 1,
      openRun: null,
      node: null,
      head: 6,
      createdAt: '2026-01-01T10:00:00.149Z',
      data: { title: 'Weather', contributors: ['user:u-1@demo'] },
    });
    const { entries } = await store.read(task?.key ?? '', 0, 100);
    expect(entries.map(({ seq, type }) => `${seq} ${type}`)).toEqual([
      '1 run-started',
      '2 message',
      '3 message',
      '4 message',
      '5 message',
      '6 run-ended',
    ]);
    expect(entries[1]).toMatchObject({ to: 'supervisor', message: { message: { body: 'What is the weather?' } } });
    expect(entries[5]).toMatchObject({ outcome: 'complete', text: 'Sunny in Rome.' });
    expect(await store.claim('node-a', ['demo'], 10)).toEqual([]);

    expect(importOf(await init(url))).toBe('earlier');
    await old.addTask('t-2');
    expect(importOf(await init(url))).toBe('earlier');
    expect(await store.list(owner, undefined, 10)).toEqual([task]);
  });

  it('lets agents remember, each thing once, however often their histories were stored', async () => {
    const { url, old } = await reference();
    await old.addTask('t-1');
    await old.addMessage('t-1', userMessage('t-1', 'My name is Ada.'));
    await old.addMessage('t-1', completion('t-1', 'Hello Ada.'));
    const asked = { role: 'user', content: 'My name is Ada.' };
    const call = {
      id: 'c-1',
      type: 'function',
      function: { name: 'task_complete', arguments: '{"finish_message":"Hello Ada."}' },
    };
    const said = { role: 'assistant', content: null, tool_calls: [call] };
    const told = { role: 'tool', name: 'task_complete', tool_call_id: 'c-1', content: 'SUCCESS: task completed' };
    const more = { role: 'user', content: 'I live in Rome.' };
    await old.addHistory('t-1', 'supervisor', [asked, said, told]);
    await old.addHistory('t-1', 'supervisor', [asked, said, told, more]);
    await old.addHistory('t-1', 'helper', [{ role: 'user', content: 'Be ready.' }]);
    expect(importOf(await init(url))).toMatchObject({ histories: 2 });

    using model = scripted([{ toolCalls: [{ name: 'task_complete', input: { finish_message: 'You are Ada.' } }] }]);
    const supervisor = agent({
      name: 'supervisor',
      model,
      commTargets: [],
      enableEntrypoint: true,
      canCompleteTasks: true,
    });
    const team = swarm({ name: 'demo', version: '1.0.0', entrypoint: 'supervisor', agents: [supervisor] });
    await using store = await openStore(url);
    await using instance = await team.instantiate({ store, userId: 'u-1' });
    const { response } = await instance.postMessage({ body: 'What is my name?', taskId: 't-1' });
    expect(response).toBe('You are Ada.');
    const prompt = JSON.stringify(model.requests[0]?.messages);
    expect(prompt.split('My name is Ada.')).toHaveLength(2);
    expect(prompt.split('I live in Rome.')).toHaveLength(2);
    expect(prompt).toContain('SUCCESS: task completed');
    expect(prompt).toContain('What is my name?');
    expect(prompt).not.toContain('Be ready.');
    expect(await store.find(owner, 't-1')).toMatchObject({ run: 2, status: 'complete' });
  });

  it('keeps the tasks of different owners apart', async () => {
    const { url, old } = await reference();
    const callers = [
      { swarm: 'demo', role: 'user', id: 'u-1' },
      { swarm: 'demo', role: 'admin', id: 'u-1' },
      { swarm: 'demo', role: 'swarm', id: 'beta' },
      { swarm: 'other', role: 'user', id: 'u-1' },
    ] as const;
    for (const [index, caller] of callers.entries()) {
      await old.addTask('t-1', caller);
      await old.addMessage('t-1', userMessage('t-1', `message ${index}`), caller);
      await old.addMessage('t-1', completion('t-1', `answer ${index}`), caller);
    }
    expect(importOf(await init(url))).toMatchObject({ tasks: 4, entries: 16 });
    await using store = await openStore(url);
    for (const [index, caller] of callers.entries()) {
      const task = await store.find(caller, 't-1');
      const { entries } = await store.read(task?.key ?? '', 0, 10);
      expect(entries[3]).toMatchObject({ text: `answer ${index}` });
    }
  });

  it('gives unfinished tasks an end, and skips those without an owner or that exist here already', async () => {
    const { url, old } = await reference();
    await using store = await openStore(url);
    const { task: mine } = await store.commit({
      task: { owner, taskId: 'taken' },
      entries: [],
      data: { title: 'Mine' },
    });
    await old.addTask('taken');
    await old.addTask('*', { completed: false });
    await old.addTask('odd', { role: 'robot' });
    await old.addTask('open', { completed: false });
    await old.addMessage('open', userMessage('open', 'Are you there?'));
    expect(importOf(await init(url))).toMatchObject({ tasks: 1, left: 3 });
    expect(await store.find(owner, 'open')).toMatchObject({ status: 'cancelled', openRun: null, run: 1 });
    expect(await store.find(owner, 'taken')).toEqual(mine);
    expect(await store.find(owner, '*')).toBeUndefined();
  });

  it('a database of the reference is recognised only if all its tables are there', async () => {
    const database = await server().newDatabase();
    await server().run(database, 'CREATE TABLE tasks (id int, name text); CREATE TABLE task_events (id int)');
    expect(importOf(await init(server().url(database)))).toBeUndefined();
  });

  it('a large database is imported in reasonable time', async () => {
    const { url, old } = await reference();
    await server().run(
      old.database,
      `INSERT INTO tasks (task_id, swarm_name, caller_role, caller_id, task_owner, completed, start_time)
         SELECT 't-' || n, 'demo', 'user', 'u-1', 'user:u-1@demo', true, now() FROM generate_series(1, 300) n;
       INSERT INTO task_events (task_id, swarm_name, caller_role, caller_id, event_type, event_data)
         SELECT 't-' || n % 300 + 1, 'demo', 'user', 'u-1', 'tool_call', '{}' FROM generate_series(1, 6000) n`,
    );
    const start = performance.now();
    expect(importOf(await init(url))).toMatchObject({ tasks: 300 });
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
