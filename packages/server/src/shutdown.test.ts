import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FrameReader } from './__fixtures__/read-frames.ts';
import { type Program, startProgram } from './__fixtures__/start-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-shutdown-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A server in a process of its own, on a file in the folder of the test. */
function start(words: string[] = []): Promise<Program> {
  return startProgram([
    '--folder',
    join(folder, '.posthouse'),
    '--database',
    `sqlite:${join(folder, 'a.db')}`,
    ...words,
  ]);
}

function post({ url, tokens }: Program, body: object, key?: string): Promise<Response> {
  const headers = { authorization: `Bearer ${tokens.user}`, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  return fetch(`${url}/message`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Resolves when a task is under way. */
async function underWay({ url, tokens }: Program, taskId: string): Promise<void> {
  const headers = { authorization: `Bearer ${tokens.user}` };
  await expect.poll(async () => (await fetch(`${url}/tasks/${taskId}`, { headers })).status).toBe(200);
}

describe('Q38: SIGTERM while a request waits', () => {
  test('tells the waiting caller, exits with 0, and leaves nothing behind', async () => {
    await using program = await start(['--drain', '300']);
    const file = join(folder, '.posthouse', 'dev.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ url: program.url, pid: program.child.pid });
    const answer = post(program, { body: 'hang', task_id: 't' });
    await underWay(program, 't');
    const sent = performance.now();
    program.child.kill('SIGTERM');
    const response = await answer;
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('shutting down'),
    });
    expect(await program.ended).toBe(0);
    expect(performance.now() - sent).toBeLessThan(30_000);
    expect(existsSync(file)).toBe(false);
  });

  test('loses nothing: the next process continues, and the same key finds the same message', async () => {
    const first = await start(['--drain', '100']);
    const told = post(first, { body: 'hang', task_id: 't' }, 'once');
    await underWay(first, 't');
    first.child.kill('SIGTERM');
    expect((await told).status).toBe(503);
    expect(await first.ended).toBe(0);

    await using second = await start();
    const headers = { authorization: `Bearer ${second.tokens.user}` };
    expect(await (await fetch(`${second.url}/tasks/t`, { headers })).json()).toMatchObject({ task_id: 't' });
    await fetch(`${second.url}/tasks/t/cancel`, { method: 'POST', headers });
    const again = await post(second, { body: 'hang', task_id: 't' }, 'once');
    expect(await again.json()).toMatchObject({ task_id: 't', status: 'cancelled' });
  });
});

describe('a stopping process', () => {
  test('accepts nothing new, delivers what is nearly done, and ends streams after a whole frame', async () => {
    await using program = await start(['--drain', '1600']);
    const waiting = post(program, { body: 'wait 500', task_id: 't' });
    await underWay(program, 't');
    const stream = new FrameReader(await post(program, { body: 'hang', task_id: 's', stream: true }));
    await stream.until('new_message');
    program.child.kill('SIGTERM');
    const knock = () =>
      fetch(program.url).then(
        () => 'answered',
        () => 'refused',
      );
    await expect.poll(knock).toBe('refused');
    expect(await (await waiting).json()).toMatchObject({ response: 'waited 500' });
    expect((await stream.rest()).length).toBeGreaterThan(0);
    expect(await program.ended).toBe(0);
  });

  test('a stopping process does not use up its time when nobody is left', async () => {
    await using program = await start(['--drain', '60000']);
    const answer = post(program, { body: 'wait 200', task_id: 't' });
    await underWay(program, 't');
    const sent = performance.now();
    program.child.kill('SIGTERM');
    expect((await answer).status).toBe(200);
    expect(await program.ended).toBe(0);
    expect(performance.now() - sent).toBeLessThan(30_000);
  });

  test('a stopping process ends at once at a second signal', async () => {
    await using program = await start(['--drain', '60000']);
    const answer = post(program, { body: 'hang', task_id: 't' }).catch((error: unknown) => error);
    await underWay(program, 't');
    program.child.kill('SIGINT');
    await expect.poll(() => program.log()).toContain('"stopping"');
    const sent = performance.now();
    program.child.kill('SIGINT');
    expect(await program.ended).toBe(130);
    expect(performance.now() - sent).toBeLessThan(30_000);
    expect(await answer).toBeInstanceOf(Error);
  });
});

test('a port that is taken ends the process with 1 and a sentence', async () => {
  await using first = await start();
  await expect(start(['--port', String(first.port)])).rejects.toThrow(/ended with 1:[\s\S]*is used by another program/);
});
