import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer } from '../__fixtures__/test-server.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import type { RunningServer } from '../../start-options.ts';
import { type RunFlags, runTask } from './run-task.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function prepare(flags: RunFlags = {}, isTTY = false) {
  const terminal = testTerminal({
    isTTY,
    environment: { MAIL_BASE_URL: server.url, MAIL_API_KEY: server.tokens!.user, NO_COLOR: '1' },
  });
  return { terminal, run: (words: string[]) => runTask(words, flags, terminal) };
}

async function run(words: string[], flags: RunFlags = {}) {
  const { terminal, run: start } = prepare(flags);
  const code = await start(words);
  return { code, output: terminal.said(), complaints: terminal.complained() };
}

describe('posthouse run', () => {
  test('prints the conversation and the answer, and exits with 0', async () => {
    const { code, output, complaints } = await run(['delegate', 'the', 'work']);
    expect(code).toBe(0);
    expect(output).toBe(
      [
        'boss → clerk  Work: the work',
        'clerk → boss  Re: Work: The clerk has done it.',
        'answer: The clerk has done it.',
        '',
      ].join('\n'),
    );
    expect(complaints).toMatch(/^task \S+ · complete · [\d ]+ tokens · [\d.]+ s\n$/);
  });

  test('prints only the answer when quiet', async () => {
    expect(await run(['hello'], { quiet: true })).toEqual({ code: 0, output: 'You said: hello\n', complaints: '' });
  });

  test('prints every event as a line of JSON, and the result as the last line', async () => {
    const { code, output } = await run(['hello'], { json: true, 'task-id': 'json-task' });
    const lines = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(0);
    expect(lines[0]).toEqual({ event: 'telling', data: { type: 'start', answer_id: expect.any(String) } });
    expect(lines.at(-1)).toEqual({
      event: 'result',
      task_id: 'json-task',
      status: 'complete',
      response: 'You said: hello',
    });
  });

  test('exits with 1 when the task fails', async () => {
    const { code, output } = await run(['fail']);
    expect(code).toBe(1);
    expect(output).toMatch(/^error: .*the model is out of order/m);
    expect((await run(['fail'], { quiet: true })).output).toMatch(/^error: /);
  });

  test('sends to the swarm, agent and task that are named', async () => {
    const flags = { 'swarm-name': 'annex', subject: 'Hi', entrypoint: 'boss', 'task-id': 'annexed' };
    const { code, output } = await run(['hello'], flags);
    expect(code).toBe(0);
    expect(output).toBe('answer: You said: hello\n');
    expect((await run(['again'], { 'swarm-name': 'annex', 'task-id': 'annexed', quiet: true })).output).toBe(
      'You said: again\n',
    );
    await expect(run(['x'], { 'swarm-name': 'nowhere' })).rejects.toMatchObject({ code: 'swarm_not_found' });
    await expect(run(['x'], { entrypoint: 'clerk' })).rejects.toMatchObject({ status: 400 });
  });

  test('reads the question from standard input', async () => {
    for (const words of [[], ['-']]) {
      const { terminal, run: start } = prepare({ quiet: true });
      terminal.input.end('from a pipe\n');
      expect(await start(words)).toBe(0);
      expect(terminal.said()).toBe('You said: from a pipe\n');
    }
  });

  test('stops waiting at its timeout, and says so', async () => {
    const { code, output } = await run(['wait'], { timeout: 0.2, 'task-id': 'slow' });
    expect(code).toBe(1);
    expect(output).toContain('The task timed out.');
    await fetch(`${server.url}/tasks/slow/cancel`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.tokens!.user}` },
    });
  });

  test('posthouse run is refused without a valid token', async () => {
    await expect(run(['hello'], { 'api-key': 'wrong' })).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('posthouse run with an existing task', () => {
  test('a task is watched from its beginning when there is no new message', async () => {
    await run(['delegate', 'it'], { 'task-id': 'known' });
    const { terminal, run: start } = prepare({ 'task-id': 'known' });
    terminal.input.end();
    expect(await start([])).toBe(0);
    expect(terminal.said()).toMatch(/^boss → clerk {2}Work: it\n[\s\S]*answer: The clerk has done it\.\n$/);
  });

  test('exits with the code of its status', async () => {
    await run(['ask', 'x'], { 'task-id': 'known-pause' });
    const { terminal, run: start } = prepare({ 'task-id': 'known-pause' });
    terminal.input.end();
    expect(await start([])).toBe(3);
    const { terminal: other, run: again } = prepare({ 'task-id': 'nobody-knows' });
    other.input.end();
    await expect(again([])).rejects.toMatchObject({ code: 'task_not_found' });
  });
});

describe('posthouse run with a task that waits for an answer', () => {
  test('exits with 3, prints what it waits for, and accepts an answer later', async () => {
    const { code, complaints } = await run(['ask', 'really?'], { 'task-id': 'pausing' });
    expect(code).toBe(3);
    expect(complaints).toContain('waiting: ask_human({"question":"really?"})\n');
    expect(complaints).toContain('posthouse run --task-id pausing --result TEXT');
    const answered = await run([], { 'task-id': 'pausing', result: 'yes', quiet: true });
    expect(answered).toMatchObject({ code: 0, output: 'ask_human gave yes\n' });
  });

  test('accepts answers by the ids of the calls', async () => {
    const { output } = await run(['ask', 'x'], { 'task-id': 'by-id', json: true });
    const { status, response } = JSON.parse(output.trimEnd().split('\n').at(-1)!) as {
      status: string;
      response: string;
    };
    expect(status).toBe('paused');
    const [{ call_id }] = JSON.parse(response) as [{ call_id: string }];
    const results = JSON.stringify([{ call_id, content: { a: 1 } }]);
    expect((await run([], { 'task-id': 'by-id', results, quiet: true })).output).toBe('ask_human gave {"a":1}\n');
  });

  test('asks for the answer at a terminal', async () => {
    const { terminal, run: start } = prepare({}, true);
    const ended = start(['ask', 'well?']);
    await vi.waitFor(() => expect(terminal.said()).toContain('waiting: ask_human({"question":"well?"})'), 10_000);
    terminal.input.write('fine\r');
    expect(await ended).toBe(0);
    expect(terminal.said()).toContain('answer: ask_human gave fine\n');
  });

  test.each([
    ['nothing', '\r'],
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('leaves the task waiting at a terminal on %s', async (_, keys) => {
    const { terminal, run: start } = prepare({}, true);
    const ended = start(['ask', 'later?']);
    await vi.waitFor(() => expect(terminal.said()).toContain('answer (leave empty to answer later)> '), 10_000);
    terminal.input.write(keys);
    expect(await ended).toBe(3);
    expect(terminal.complained()).toContain('The task waits for an answer');
  });
});

describe('Ctrl-C during posthouse run', () => {
  test('cancels the task including its action, and exits with 130', async () => {
    const { terminal, run: start } = prepare();
    const ended = start(['wait']);
    await vi.waitFor(() => expect(terminal.said()).toContain('boss runs wait({})'), 10_000);
    const listeners = process.listenerCount('SIGINT');
    process.emit('SIGINT');
    expect(await ended).toBe(130);
    expect(terminal.said()).toContain('cancelled: ');
    expect(terminal.complained()).toMatch(/Cancelling task .*press Ctrl-C again to leave at once/);
    expect(process.listenerCount('SIGINT')).toBe(listeners - 1);
  });

  test('a second Ctrl-C does not wait for the end of the run', async () => {
    const { terminal, run: start } = prepare();
    const ended = start(['wait']);
    await vi.waitFor(() => expect(terminal.said()).toContain('boss runs wait({})'), 10_000);
    process.emit('SIGINT');
    process.emit('SIGINT');
    expect(await ended).toBe(130);
  });
});
