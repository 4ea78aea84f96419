import { taskRecordWire } from '@posthouse/protocol/light';
import { openEventStream } from '../http/open-event-stream.ts';
import type { Request, RequestOptions } from '../http/request.ts';
import type { Requester } from './requester.ts';
import type { StreamSource } from '../streams/stream-items.ts';

/** What is read: the frames of a task, or what there is to tell of one of its runs. */
export type StreamKind = 'events' | 'tellings';

export type TaskSourceOptions = {
  taskId: string;
  swarm: string | undefined;
  of: StreamKind;
  /** Whether runs to come are wanted, too. */
  later?: boolean;
  /** Which run, until the server has said. */
  run?: number | undefined;
  request: RequestOptions;
};

/** The path of one task. Ids are chosen by clients and may hold anything. */
export function toTaskPath(taskId: string, rest = ''): string {
  return `/tasks/${encodeURIComponent(taskId)}${rest}`;
}

/** A task's own stream: from any place on, as often as one likes. */
export function taskSource(requester: Requester, options: TaskSourceOptions): StreamSource {
  const { taskId, swarm, of, later = false, run, request } = options;
  const path = toTaskPath(taskId, `/${of}`);
  return {
    request: `GET ${path}`,
    later,
    oneMessage: false,
    open(place) {
      const first = place === undefined && run !== undefined ? String(run) : undefined;
      const query = { swarm, follow: later ? '1' : undefined, run: first };
      const get: Request = { method: 'GET', path, query, place, ...request };
      return openEventStream(requester.connection, requester.patient(get));
    },
    async isAtRest() {
      const record = { method: 'GET', path: toTaskPath(taskId), query: { swarm }, ...request } as const;
      return (await requester.once(record, taskRecordWire)).status !== 'running';
    },
  };
}
