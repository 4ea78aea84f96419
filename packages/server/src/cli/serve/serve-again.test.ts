import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { restartOnChange } from './serve-again.ts';

let folder: string;
let started: ChildProcess[];
let said: string[];
let ended: Promise<number>;

/** Waits to be told to end, and then ends with 0. */
const PATIENT =
  "process.on('SIGTERM', () => process.exit(0)).on('SIGINT', () => process.exit(7)); setInterval(() => {}, 1000); console.log('up')";

function restart(toCode: () => string): void {
  ended = restartOnChange({
    folder,
    start: () => {
      const child = spawn(process.execPath, ['-e', toCode()], { stdio: ['ignore', 'pipe', 'ignore'] });
      child.stdout.on('data', () => said.push('up'));
      started.push(child);
      return child;
    },
    say: (line) => said.push(line),
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-restart-'));
  started = [];
  said = [];
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const heard = (text: string, times = 1) =>
  vi.waitFor(() => expect(said.filter((line) => line.includes(text))).toHaveLength(times), { timeout: 10_000 });

describe('restartOnChange', () => {
  test('replaces the process when a source changes, and ends it on Ctrl-C', async () => {
    restart(() => PATIENT);
    await heard('up');
    await writeFile(join(folder, 'swarm.ts'), '1');
    await heard('up', 2);
    expect(said).toContain('swarm.ts has changed: restarting.');
    expect(started).toHaveLength(2);
    expect(started[0]!.exitCode).toBe(0);
    process.emit('SIGINT', 'SIGINT');
    expect(await ended).toBe(7);
  });

  test('waits for a change when the process has ended by itself', async () => {
    let code = 'process.exit(1)';
    restart(() => code);
    await heard('The server has ended; waiting for a change');
    expect(started).toHaveLength(1);
    code = PATIENT;
    await writeFile(join(folder, 'mail.toml'), '');
    await heard('up');
    process.emit('SIGTERM', 'SIGTERM');
    expect(await ended).toBe(0);
  });

  test('ends on Ctrl-C while it waits, and releases its signal handlers', async () => {
    const listeners = process.listenerCount('SIGINT');
    restart(() => 'process.exit(4)');
    await heard('waiting for a change');
    process.emit('SIGINT', 'SIGINT');
    expect(await ended).toBe(4);
    expect(process.listenerCount('SIGINT')).toBe(listeners);
  });
});
