import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { descendantsOf, isRunning } from '../driving/process-table.ts';
import { runShell } from './run-shell.ts';

const place = { cwd: '/', env: { PATH: process.env.PATH! } };

/** The processes whose command contains this, where the system tells. */
function processesWith(mark: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(mark);
      } catch {
        return false;
      }
    })
    .map(Number);
}

describe('runShell', () => {
  test('returns what was printed, from both outputs, and the exit code', async () => {
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

  test('ends the command and its children when stopped', async () => {
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

  test('ends what the command is about to start when stopped', async () => {
    const mark = `/tmp/posthouse-shell-${crypto.randomUUID()}`;
    // The sooner the stop comes after the first words, the likelier it meets the shell before it has started the next.
    for (let round = 0; round < (process.env.TEST_FULL === '1' ? 40 : 10); round += 1) {
      const stop = new AbortController();
      const onOutput = (): void => stop.abort(new Error('stopped'));
      const command = `echo started; tail -f /dev/null ${mark} 2>&1`;
      await expect(runShell({ ...place, command, signal: stop.signal, onOutput })).rejects.toThrow('stopped');
      await vi.waitFor(() => expect(processesWith(mark).filter(isRunning)).toEqual([]), 15_000);
    }
  });

  test('a stop does not wait for a child that escaped', async () => {
    const stop = new AbortController();
    const pid = Promise.withResolvers<number>();
    const onOutput = (text: string): void => void (text.endsWith('\n') && pid.resolve(Number(text)));
    // It is nobody's child by the time of the stop, and holds our pipes.
    const program = `const child = require('child_process').spawn('sleep', ['60'], { detached: true, stdio: 'inherit' });
      child.unref(); console.log(child.pid)`;
    const command = `"${process.execPath}" -e "${program}"; sleep 60`;
    const running = runShell({ ...place, command, signal: stop.signal, onOutput });
    const escaped = await pid.promise;
    await vi.waitFor(() => expect(descendantsOf(process.pid)).not.toContain(escaped), 15_000);
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    if (isRunning(escaped)) process.kill(escaped, 'SIGKILL');
  });

  test('starts nothing when it is stopped already', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(runShell({ ...place, command: 'echo x', signal })).rejects.toThrow('stopped');
  });

  test('fails for a folder that does not exist', async () => {
    await expect(runShell({ ...place, cwd: '/there/is/no/such', command: 'echo x' })).rejects.toThrow('ENOENT');
  });
});
