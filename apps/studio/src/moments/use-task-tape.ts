import { type Server, useServer } from '@posthouse/components';
import { createClient } from '@posthouse/client';
import type { LogEntry } from '@posthouse/protocol';
import { useEffect, useState } from 'react';
import { TaskTape } from './task-tape.ts';

type LogPage = { status: string; head: number; entries: LogEntry[] };

/** A task as far as it is known; `version` is another one after every change. */
export type OpenTape = { tape: TaskTape; version: number; status: string | undefined; failure: Error | undefined };

/** The log of a task, from its beginning and as it grows. */
export function useTaskTape(swarm: string, taskId: string): OpenTape {
  const server = useServer();
  const key = `${swarm}/${taskId}`;
  const [open, setOpen] = useState<OpenTape & { key: string }>(() => closedTape(key));
  useEffect(() => {
    const aborter = new AbortController();
    const tape = new TaskTape(swarm);
    const show = (status: string): void =>
      setOpen(({ version }) => ({ key, tape, status, version: version + 1, failure: undefined }));
    follow({ server, swarm, taskId, tape, signal: aborter.signal, onChange: show }).catch((failure: Error) => {
      if (!aborter.signal.aborted) setOpen((last) => ({ ...last, key, tape, failure }));
    });
    return () => aborter.abort();
  }, [server, swarm, taskId, key]);
  return open.key === key ? open : closedTape(key);
}

const closedTape = (key: string): OpenTape & { key: string } => ({
  key,
  tape: new TaskTape(),
  version: 0,
  status: undefined,
  failure: undefined,
});

type FollowOptions = {
  server: Server;
  swarm: string;
  taskId: string;
  tape: TaskTape;
  signal: AbortSignal;
  onChange: (status: string) => void;
};

/** Reads the log to its end, and again whenever the stream of the task says that there is more. */
async function follow({ server, swarm, taskId, tape, signal, onChange }: FollowOptions): Promise<void> {
  const read = async (): Promise<void> => {
    for (;;) {
      const query = new URLSearchParams({ swarm, after: String(tape.head) });
      const page = (await server.ask(`/tasks/${encodeURIComponent(taskId)}/log?${query.toString()}`, {
        signal,
      })) as LogPage;
      tape.append(page.entries);
      onChange(page.status);
      if (page.entries.length === 0 || tape.head >= page.head) return;
    }
  };
  await read();
  const client = createClient({ baseURL: server.base, token: server.token });
  let reading: Promise<void> | undefined;
  let again = false;
  const readOnce = async (): Promise<void> => {
    do {
      again = false;
      await read();
    } while (again);
    reading = undefined;
  };
  for await (const frame of client.follow(taskId, { swarm, after: tape.head, later: true, signal })) {
    if (Number(frame.id ?? 0) <= tape.head && frame.id !== undefined) continue;
    again = true;
    reading ??= readOnce();
    // Whoever cannot be read now is read with the next frame.
    reading.catch(() => (reading = undefined));
  }
}
