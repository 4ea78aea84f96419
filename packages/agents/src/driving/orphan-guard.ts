import { type ChildProcess, spawn } from 'node:child_process';
import { OWNER_VARIABLE, ownMark } from './process-owner.ts';

/**
 * Ends what we have started as soon as we are gone, however that came about: its input ends with us, or with the thread that has
 * started it. It looks again until it finds nothing, because what it finds may be starting more at that moment.
 */
const WATCH = `
while read -r line; do :; done
looks=0
while [ -e "/proc/$1" ] && ! grep -q '^State:.[ZX]' "/proc/$1/status" 2>/dev/null; do
  looks=$((looks + 1))
  [ "$looks" -gt 100 ] && exit
  sleep 0.01 2>/dev/null || sleep 1
done
while found=$(grep -lsF "$0" /proc/[0-9]*/environ); [ -n "$found" ]; do
  for file in $found; do file=\${file#/proc/}; kill -9 "\${file%/environ}" 2>/dev/null; done
  sleep 0.02 2>/dev/null || sleep 1
done`;

let guard: ChildProcess | undefined;

/**
 * The environment for a process that may act for an agent, with the mark by which it is ended when we are killed. One
 * that loses its reader goes on: it asks its model again and runs the next command. Where there is no `/proc`, nothing is
 * added, and programs end when they notice it themselves.
 */
export function guardedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const mark = ownMark();
  if (mark === undefined) return env;
  const entry = `${OWNER_VARIABLE}=${mark}`;
  guard ??= startGuard(entry);
  return { ...env, [OWNER_VARIABLE]: mark };
}

function startGuard(entry: string): ChildProcess {
  // A session of its own: what is meant for our group, such as Ctrl-C, is not meant for it.
  const child = spawn('/bin/sh', ['-c', WATCH, entry, String(process.pid)], {
    detached: true,
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const forget = (): void => {
    if (guard === child) guard = undefined;
  };
  child.once('error', forget);
  child.once('exit', forget);
  child.stdin.on('error', () => undefined);
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return child;
}
