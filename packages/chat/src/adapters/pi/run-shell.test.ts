import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isRunning } from '../driving/end-process.ts';
import { runShell } from './run-shell.ts';

const place = { cwd: '/', env: { PATH: process.env.PATH! } };

describe('runShell', () => {
  test('gives what was printed, from both outputs, and the code', async () => {
    expect(await runShell({ ...place, command: 'echo one; echo two >&2; exit 3' })).toMatchObject({ code: 3 });
    expect((await runShell({ ...place, command: 'echo one' })).output).toBe('one\n');
  });

  test('keeps the beginning and the end of ten megabytes', async () => {
    const command = `echo first; head -c 10000000 /dev/zero | tr '\\0' a; echo; echo last`;
    let longest = 0;
    const onOutput = (text: string): void => void (longest = Math.max(longest, text.length));
    const { output } = await runShell({ ...place, command, onOutput });
    expect(output.length).toBeLessThan(300_000);
    expect(longest).toBeLessThan(300_000);
    expect(output).toMatch(/^first\n/);
    expect(output).toMatch(/\n\[\d+ characters left out\]\n/);
    expect(output).toMatch(/last\n$/);
  });

  test('a stop ends the command and what it has started', async () => {
    const stop = new AbortController();
    const pid = Promise.withResolvers<number>();
    const onOutput = (text: string): void => void (text.endsWith('\n') && pid.resolve(Number(text)));
    const running = runShell({ ...place, command: 'sleep 60 & echo $!; wait', signal: stop.signal, onOutput });
    const child = await pid.promise;
    expect(isRunning(child)).toBe(true);
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    for (let tries = 0; isRunning(child) && tries < 500; tries += 1) await sleep(10);
    expect(isRunning(child)).toBe(false);
  });

  test('does not start what is stopped already', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(runShell({ ...place, command: 'echo x', signal })).rejects.toThrow('stopped');
  });

  test('a folder that is not there is an error', async () => {
    await expect(runShell({ ...place, cwd: '/there/is/no/such', command: 'echo x' })).rejects.toThrow('ENOENT');
  });
});
