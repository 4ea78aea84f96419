import type { Child, Usage } from './child.ts';
import { RawConnection } from './raw-connection.ts';

export type Address = { url: string; token: string };

/** Posts messages that are answered at once, so many at a time: how many fit into a second, and what one costs the server. */
export async function tasksPerSecond(
  server: Child,
  { url, token }: Address,
  options: { inFlight: number; milliseconds: number },
): Promise<{ perSecond: number; cpuMicroseconds: number }> {
  const { inFlight, milliseconds } = options;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const connections = await Promise.all(Array.from({ length: inFlight }, () => RawConnection.open(url)));
  const work = async (connection: RawConnection, end: number): Promise<number> => {
    let done = 0;
    while (performance.now() < end) {
      const { status, body } = await connection.request('POST', '/message', headers, '{"body":"go"}');
      if (status !== 200 || !body.includes('"complete"')) throw new Error(`${status} ${body}`);
      done += 1;
    }
    return done;
  };
  const spend = async (span: number): Promise<{ tasks: number; seconds: number }> => {
    const start = performance.now();
    const counts = await Promise.all(connections.map((connection) => work(connection, start + span)));
    return { tasks: counts.reduce((sum, count) => sum + count, 0), seconds: (performance.now() - start) / 1000 };
  };
  try {
    await spend(milliseconds / 4);
    const before = await server.ask<Usage>('usage');
    const { tasks, seconds } = await spend(milliseconds);
    const after = await server.ask<Usage>('usage');
    const cpu = after.cpuMicroseconds - before.cpuMicroseconds - before.gcMicroseconds;
    return { perSecond: tasks / seconds, cpuMicroseconds: cpu / tasks };
  } finally {
    for (const connection of connections) connection[Symbol.dispose]();
  }
}

/** Finishes so many tasks, many at a time. */
export async function finishTasks({ url, token }: Address, count: number): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  let left = count;
  const work = async (): Promise<void> => {
    using connection = await RawConnection.open(url);
    while (left > 0) {
      left -= 1;
      const { status } = await connection.request('POST', '/message', headers, '{"body":"go"}');
      if (status !== 200) throw new Error(`a task was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 50 }, work));
}
