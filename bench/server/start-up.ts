import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../packages/server/src/bin/posthouse.ts', import.meta.url));
const swarms = fileURLToPath(new URL('./swarms.ts', import.meta.url));
/** Below the ports that the system gives to outgoing connections. */
const PORT = 28_417;

/** Milliseconds from starting the command until it accepts a connection, and what Node takes to do nothing at all. */
export async function startUps(databaseURL: string, rounds: number): Promise<{ server: number[]; empty: number[] }> {
  const server: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    empty.push(await runEmpty());
    server.push(await startOnce(databaseURL));
  }
  return { server, empty };
}

async function runEmpty(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, ['--eval', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - start;
}

async function startOnce(databaseURL: string): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [command, 'server', '--port', String(PORT), '--swarm-source', swarms], {
    env: { ...process.env, DATABASE_URL: databaseURL },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const gone = once(child, 'exit');
  try {
    while (!(await accepts())) {
      if (child.exitCode !== null) throw new Error(`the server ended: ${complaint}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return performance.now() - start;
  } finally {
    child.kill('SIGTERM');
    await gone;
  }
}

async function accepts(): Promise<boolean> {
  const socket = connect(PORT, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
