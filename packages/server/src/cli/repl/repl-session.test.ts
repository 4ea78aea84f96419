import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer } from '../__fixtures__/test-server.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import type { RunningServer } from '../../start-options.ts';
import { Palette } from '../terminal/palette.ts';
import { ReplSession, type ReplSessionOptions } from './repl-session.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function open(options: Partial<ReplSessionOptions> & { isTTY?: boolean } = {}) {
  const terminal = testTerminal({ isTTY: options.isTTY === true });
  const session = new ReplSession({
    terminal,
    palette: new Palette(false),
    url: server.url,
    token: server.tokens!.user,
    timeoutMs: 10_000,
    verbose: false,
    json: false,
    ask: async () => undefined,
    signal: new AbortController().signal,
    ...options,
  });
  return { session, terminal };
}

const CONVERSATION = { mode: 'conversation', verbose: false } as const;

describe('the caller of a session', () => {
  test('the caller is identified by a valid token, and unknown otherwise', async () => {
    const { session } = open();
    await session.identify();
    expect(session.caller).toEqual({ role: 'user', id: 'dev-user' });
    const stranger = open({ token: 'wrong' }).session;
    await stranger.identify();
    expect(stranger.caller).toBeUndefined();
  });

  test('the caller is unknown when no server answers, which does not stop the session', async () => {
    const { session } = open({ url: 'http://127.0.0.1:1' });
    await session.identify();
    expect(session.caller).toBeUndefined();
  });

  test('the caller changes with login and logout', async () => {
    const { session } = open();
    expect(await session.login(server.tokens!.admin)).toEqual({ role: 'admin', id: 'dev-admin' });
    expect(session.caller?.role).toBe('admin');
    await expect(session.login('wrong')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(session.caller?.role).toBe('admin');
    session.logout();
    expect(session.caller).toBeUndefined();
    await expect(session.client.whoami()).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('an answer shown in a session', () => {
  const raw = { a: [1, 'x\u001B[2J'] };

  test.each([
    ['text for people', {}, false, 'text\n'],
    ['raw when that is asked for', {}, true, '{\n  "a": [\n    1,\n    "x\\u001b[2J"\n  ]\n}\n'],
    ['raw when that is the habit', { verbose: true }, false, '{\n  "a": [\n    1,\n    "x\\u001b[2J"\n  ]\n}\n'],
    ['one line of JSON for programs', { json: true }, false, '{"a":[1,"x\\u001b[2J"]}\n'],
  ])('an answer is %s', (_, options, verbose, shown) => {
    const { session, terminal } = open(options);
    session.tell(raw, 'text', verbose);
    expect(terminal.said()).toBe(shown);
  });
});

describe('a watched task', () => {
  test('becomes the current task', async () => {
    const { session, terminal } = open();
    await session.watch(session.client.postMessageTellings({ body: 'hi', taskId: 'at-hand' }), CONVERSATION);
    expect(session.lastTask).toBe('at-hand');
    expect([...session.tasks]).toEqual(['at-hand']);
    expect(terminal.said()).toMatch(/answer: You said: hi\ntask at-hand · complete/);
  });

  test('an interrupt cancels the watched task, and does nothing at other times', async () => {
    const { session, terminal } = open();
    session.interrupt();
    const watching = session.watch(session.client.postMessageTellings({ body: 'wait', taskId: 'long' }), CONVERSATION);
    await vi.waitFor(() => expect(terminal.said()).toContain('boss runs wait'), 10_000);
    session.interrupt();
    await watching;
    expect(terminal.said()).toMatch(/Cancelling task long\.\n[\s\S]*task long · cancelled/);
    session.interrupt();
    expect((await session.client.getTask('long')).status).toBe('cancelled');
  });

  test('reports when it could not be cancelled', async () => {
    const { session, terminal } = open();
    const watching = session.watch(
      session.client.postMessageTellings({ body: 'wait', taskId: 'stubborn' }),
      CONVERSATION,
    );
    await vi.waitFor(() => expect(terminal.said()).toContain('boss runs wait'), 10_000);
    const { cancel } = session.client;
    session.client = { ...session.client, cancel: () => Promise.reject(new Error('no way')) };
    session.interrupt();
    await vi.waitFor(() => expect(terminal.said()).toContain('It could not be cancelled: no way\n'), 10_000);
    await cancel('stubborn');
    await watching;
  });

  test('continues when its watcher leaves', async () => {
    const leaving = new AbortController();
    const { session, terminal } = open({ signal: leaving.signal });
    const stream = session.client.postMessageTellings({ body: 'wait', taskId: 'left' }, { signal: leaving.signal });
    const watching = session.watch(stream, CONVERSATION);
    await vi.waitFor(() => expect(terminal.said()).toContain('boss runs wait'), 10_000);
    leaving.abort();
    await watching;
    expect(terminal.said()).toContain('Task left keeps running; watch it with: follow left\n');
    const { client } = open().session;
    expect((await client.getTask('left')).status).toBe('running');
    await client.cancel('left');
  });

  test('asks its questions each time it pauses', async () => {
    const questions: string[] = [];
    const { session, terminal } = open({ isTTY: true, ask: async (prompt) => (questions.push(prompt), 'certainly') });
    await session.watch(session.client.postMessageTellings({ body: 'ask sure?' }), { mode: 'answer', verbose: false });
    expect(questions).toEqual(['answer (leave empty to answer later)> ']);
    expect(terminal.said()).toContain('waiting: ask_human({"question":"sure?"})\n');
    expect(terminal.said()).toContain('ask_human gave certainly\n');
  });

  test('asks no questions in JSON mode', async () => {
    const { session, terminal } = open({ isTTY: true, json: true, ask: async () => expect.fail('nobody is asked') });
    await session.watch(session.client.postMessageTellings({ body: 'ask sure?', taskId: 'unasked' }), CONVERSATION);
    expect(JSON.parse(terminal.said().trimEnd().split('\n').at(-1)!)).toMatchObject({
      event: 'result',
      status: 'paused',
    });
  });

  test('reports an error when it cannot be watched', async () => {
    const { session } = open();
    await expect(session.watch(session.client.tellings('nowhere'), CONVERSATION)).rejects.toMatchObject({
      code: 'task_not_found',
    });
  });
});
