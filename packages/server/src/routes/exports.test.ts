import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '@posthouse/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAgents, openAgentStage } from '../chat/__fixtures__/agent-stage.ts';
import { testTerminal } from '../cli/__fixtures__/test-terminal.ts';
import { main } from '../cli/main.ts';
import { Stage } from '../__fixtures__/stage.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'posthouse-export-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string): string => join(folder, name);
const database = (name: string): string => `sqlite:${path(name)}`;

async function run(name: string, ...words: string[]) {
  const terminal = testTerminal({ folder, environment: { DATABASE_URL: database(name) } });
  const code = await main(words, terminal);
  return { code, output: terminal.said(), complaints: terminal.complained() };
}

const say = async (stage: Stage, id: string, text: string, agent?: string): Promise<string> => {
  const messages = [{ id: `${id} ${text}`, role: 'user', parts: [{ type: 'text', text }] }];
  return (await stage.fetch('/chat', { method: 'POST', body: { id, messages, ...(agent && { agent }) } })).text();
};

/** What somebody is shown through every door. */
async function shown(stage: Stage): Promise<unknown[]> {
  const paths = ['/tasks', '/tasks?swarm=annex', '/tasks/plain/log', '/chat/talk/messages', '/chat/bird/messages'];
  const bodies = await Promise.all(paths.map(async (each) => (await stage.call(each)).body));
  const streams = await Promise.all(
    ['/tasks/plain/events', '/tasks/plain/tellings'].map(async (each) => (await stage.fetch(each)).text()),
  );
  const { sessions } = (await stage.call('/chat/sessions')).body as { sessions: { id: string }[] };
  const byId = sessions.toSorted((one, other) => one.id.localeCompare(other.id));
  return [...bodies, ...streams, byId];
}

describe('the export of a user', () => {
  test('posthouse export, forget and import restore a user on another server', async () => {
    const agents = createAgents();
    let before: unknown[];
    {
      await using store = await openStore(database('one.db'));
      await using it = await openAgentStage({ store, agents });
      await it.stage.post({ body: 'first', task_id: 'plain' });
      await it.stage.post({ body: 'second', task_id: 'plain' });
      await it.stage.post({ body: 'elsewhere', task_id: 'far', swarm: 'annex' });
      await say(it.stage, 'talk', 'good morning');
      await say(it.stage, 'talk', 'good night');
      await say(it.stage, 'bird', 'hello', 'parrot');
      before = await shown(it.stage);
    }
    expect(await run('one.db', 'export', '--user', 'alice', '--out', 'alice.jsonl')).toMatchObject({ code: 0 });
    expect(statSync(path('alice.jsonl')).mode & 0o777).toBe(0o600);
    expect(await run('one.db', 'export', '--user', 'alice', '--out', 'alice.jsonl')).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('already') as string,
    });
    expect(await run('one.db', 'forget', 'alice')).toMatchObject({ code: 0 });
    expect(await run('two.db', 'import', 'alice.jsonl')).toEqual({
      code: 0,
      output: 'Imported 3 tasks and 2 chat sessions.\n',
      complaints: '',
    });
    await using store = await openStore(database('two.db'));
    await using it = await openAgentStage({ store, agents });
    expect(await shown(it.stage)).toEqual(before);
    expect(await say(it.stage, 'talk', 'once more')).toContain('you said: once more');
    await say(it.stage, 'bird', 'again', 'parrot');
    expect(JSON.stringify((await it.stage.call('/chat/bird/messages')).body)).toContain('again! again!');
    expect((await it.stage.post({ body: 'third', task_id: 'plain' })).body.response).toBe('you said: third');
  });

  test('the export of a user can be imported again after an interruption, and after a deletion', async () => {
    {
      await using store = await openStore(database('one.db'));
      await using stage = await Stage.open({ store });
      await stage.post({ body: 'hello', task_id: 'a' });
      await say(stage, 'talk', 'good morning');
    }
    const { output } = await run('one.db', 'export', '--user', 'alice');
    writeFileSync(path('alice.jsonl'), output);
    expect(await run('one.db', 'import', 'alice.jsonl')).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('--skip-existing') as string,
    });
    expect(await run('one.db', 'import', 'alice.jsonl', '--skip-existing', '--json')).toMatchObject({
      output: '{"kind":"user","tasks":0,"sessions":0,"skipped":3}\n',
    });
    await run('one.db', 'forget', 'alice');
    expect(await run('one.db', 'import', 'alice.jsonl')).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('--restore') as string,
    });
    expect(await run('one.db', 'import', 'alice.jsonl', '--restore')).toMatchObject({
      output: 'Imported 2 tasks and 1 chat sessions.\n',
    });
    expect(await run('one.db', 'import', 'nothing.jsonl')).toMatchObject({ code: 2 });
  });

  test('the export of a user is for admins over HTTP', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'hello', task_id: 'a' });
    expect((await stage.call('/users/alice/export', { as: 'bob' })).status).toBe(401);
    expect((await stage.call('/users/alice/export?role=agent', { as: 'root' })).status).toBe(400);
    const answer = await stage.fetch('/users/alice/export', { as: 'root' });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await answer.text()).trimEnd().split('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({ kind: 'user', of: { role: 'user', id: 'alice' } });
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ tasks: 1, sessions: 0 });
  });
});

describe('the export of a task', () => {
  test('the export of a task is for its owner, and the same over HTTP and on the command line', async () => {
    await using store = await openStore(database('one.db'));
    await using stage = await Stage.open({ store });
    await stage.post({ body: 'hello', task_id: 'a' });
    await stage.post({ body: 'not yours', task_id: 'a' }, { as: 'bob' });
    for (const swarm of ['desk', 'annex']) await stage.post({ body: 'hello', task_id: 'twice', swarm });
    const text = await (await stage.overHTTP('/tasks/a/export')).text();
    expect(text).not.toContain('not yours');
    const ambiguous = await run('one.db', 'export', '--task', 'twice', '--user', 'alice');
    expect(ambiguous).toMatchObject({ code: 2, complaints: expect.stringContaining('annex, desk') as string });
    const { output } = await run('one.db', 'export', '--task', 'a', '--user', 'alice');
    expect(output.split('\n').slice(1, -2)).toEqual(text.split('\n').slice(1, -2));
    expect((await stage.call('/tasks/none/export')).status).toBe(404);
    await stage.call('/tasks/a', { method: 'DELETE' });
    expect((await stage.call('/tasks/a/export')).status).toBe(410);
    expect(await run('one.db', 'export')).toMatchObject({ code: 2 });
    expect(await run('one.db', 'export', '--task', 'twice')).toMatchObject({ code: 2 });
    expect(await run('one.db', 'export', '--task', 'none', '--user', 'alice')).toMatchObject({ code: 2 });
  });

  test('the export of a task is read from the store in small pieces, at the pace of its reader', async () => {
    await using store = await openStore('sqlite::memory:');
    const reads: number[] = [];
    const counted = new Proxy(store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== 'read') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        return async (...given: Parameters<Store['read']>) => {
          const page = await target.read(...given);
          reads.push(JSON.stringify(page.entries).length);
          return page;
        };
      },
    });
    await using stage = await Stage.open({ store: counted });
    for (let post = 0; post < 12; post += 1) await stage.post({ body: `${post}`.repeat(200_000), task_id: 'long' });
    reads.length = 0;
    const { body } = await stage.fetch('/tasks/long/export');
    const reader = body!.getReader();
    let bytes = 0;
    // The task, its turns and its keys come first.
    while (reads.length === 0) bytes += (await reader.read()).value!.length;
    await reader.read();
    expect(reads.length).toBeLessThanOrEqual(2);
    let pieces = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      pieces += 1;
      expect(reads.length).toBeLessThanOrEqual(pieces + 2);
    }
    expect(bytes).toBeGreaterThan(4_000_000);
    expect(reads.length).toBeGreaterThan(8);
    // One entry may always come whole, and more than one only if they are small.
    expect(Math.max(...reads)).toBeLessThan(600_000);
  });

  test('an export cannot be imported when its task is deleted while it is read', async () => {
    await using store = await openStore(database('one.db'));
    await using stage = await Stage.open({ store });
    for (let post = 0; post < 8; post += 1) await stage.post({ body: `${post}`.repeat(200_000), task_id: 'long' });
    const reader = (await stage.fetch('/tasks/long/export')).body!.getReader();
    const chunks = [(await reader.read()).value!, (await reader.read()).value!];
    await stage.call('/tasks/long', { method: 'DELETE' });
    await expect(
      (async () => {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          chunks.push(value);
        }
      })(),
    ).rejects.toThrow('deleted');
    writeFileSync(path('half.jsonl'), Buffer.concat(chunks));
    expect(await run('two.db', 'import', 'half.jsonl')).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('is cut off') as string,
    });
  });
});
