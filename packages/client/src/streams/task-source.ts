import { taskRecordWire } from '@posthouse/protocol/light';
import { openEventStream } from '../http/open-event-stream.ts';
import type { RequestOptions } from '../http/request.ts';
import type { Caller } from '../methods/caller.ts';
import type { FrameSource } from './stream-frames.ts';

export type TaskSourceOptions = {
  taskId: string;
  swarm: string | undefined;
  tokens: boolean;
  /** Whether runs to come are wanted, too. */
  later: boolean;
  request: RequestOptions;
};

/** The path of one task. Ids are chosen by clients and may hold anything. */
export function toTaskPath(taskId: string, rest = ''): string {
  return `/tasks/${encodeURIComponent(taskId)}${rest}`;
}

/** A task's own stream: from any id on, as often as one likes. */
export function taskSource(caller: Caller, options: TaskSourceOptions): FrameSource {
  const { taskId, swarm, tokens, later, request } = options;
  const path = toTaskPath(taskId, '/events');
  return {
    request: `GET ${path}`,
    givesIds: true,
    later,
    oneMessage: false,
    open(after) {
      const query = { swarm, after, tokens: tokens ? '1' : undefined, follow: later ? '1' : undefined };
      return openEventStream(caller.connection, caller.patient({ method: 'GET', path, query, ...request }));
    },
    async isAtRest() {
      const record = { method: 'GET', path: toTaskPath(taskId), query: { swarm }, ...request } as const;
      return (await caller.once(record, taskRecordWire)).status !== 'running';
    },
  };
}
