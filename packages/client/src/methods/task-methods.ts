import type { TaskList, TaskRecord, TaskState } from '@posthouse/protocol';
import { taskListWire, taskRecordWire, taskStateWire } from '@posthouse/protocol/light';
import type { Request, RequestOptions } from '../http/request.ts';
import { RequestError } from '../http/request-error.ts';
import { FrameReader } from '../streams/frame-reader.ts';
import { RunStreamReader } from '../streams/run-stream-reader.ts';
import { type StreamReader, type StreamSource, streamItems } from '../streams/stream-items.ts';
import type { StreamOptions } from '../streams/stream-options.ts';
import { taskSource, toTaskPath } from './task-source.ts';
import { type FrameStream, type TellingStream, toTaskStream } from '../streams/task-stream.ts';
import { type Requester, toRequestOptions } from './requester.ts';
import type { SwarmChoice } from './server-methods.ts';

export type FollowOptions = StreamOptions &
  SwarmChoice & {
    /** Starts after this id; from the beginning by default. */
    after?: string | number;
    /**
     * Continues with later runs until the signal aborts. Without it, the stream ends when the task is done or
     * paused.
     */
    later?: boolean;
  };

export type TellingsOptions = StreamOptions &
  SwarmChoice & {
    /** Which run of the task; the newest by default. */
    run?: number;
  };

/** The caller's tasks. */
export type TaskMethods = {
  getTasks(options?: RequestOptions & SwarmChoice): Promise<TaskList>;
  getTask(taskId: string, options?: RequestOptions & SwarmChoice): Promise<TaskRecord>;
  /**
   * Tells you about a run of a task, from its beginning to its end or to its current pause.
   *
   * @example
   * for await (const telling of client.tellings(taskId)) {
   *   if (telling.type === 'mail') console.log(telling.mail.from, telling.mail.to, telling.mail.body);
   * }
   */
  tellings(taskId: string, options?: TellingsOptions): TellingStream;
  /**
   * What has happened in a task and what happens next, as MAIL's frames. After a cut, it reconnects on its own and
   * continues where it was: no frame twice, none left out.
   *
   * @example
   * for await (const frame of client.follow(taskId)) console.log(frame.id, frame.event);
   */
  follow(taskId: string, options?: FollowOptions): FrameStream;
  /** Stops the open run for good, including model calls and actions. Cancelling twice changes nothing. */
  cancel(taskId: string, options?: RequestOptions & SwarmChoice): Promise<TaskState>;
};

export function taskMethods(requester: Requester): TaskMethods {
  const ask = (method: 'GET' | 'POST', path: string, { swarm, ...options }: RequestOptions & SwarmChoice): Request => ({
    method,
    path,
    query: { swarm },
    ...toRequestOptions(options),
  });

  const getTasks: TaskMethods['getTasks'] = (options = {}) =>
    requester.safely(ask('GET', '/tasks', options), taskListWire);

  const read = <Item>(source: StreamSource, reader: StreamReader<Item>, options: StreamOptions) =>
    explained(streamItems(source, reader, { ...requester.streams, ...options }));

  return {
    getTasks,
    async getTask(taskId, options = {}) {
      try {
        return await requester.safely(ask('GET', toTaskPath(taskId), options), taskRecordWire);
      } catch (error) {
        if (!isUnknownPath(error)) throw error;
      }
      // Servers that know only MAIL want the id in the body of a GET, which no browser sends; but they list all tasks.
      const tasks = await getTasks(options);
      if (Object.hasOwn(tasks, taskId)) return tasks[taskId]!;
      const message = `task '${taskId}' not found`;
      throw new RequestError({ request: 'GET /tasks', status: 404, code: 'task_not_found', message });
    },
    follow(taskId, { after, later = false, swarm, ...options } = {}) {
      const source = taskSource(requester, { taskId, swarm, of: 'events', later, request: toRequestOptions(options) });
      const start = after === undefined ? {} : { after: String(after) };
      return toTaskStream(read(source, new FrameReader({ ...start, givesIds: true }), options), taskId);
    },
    tellings(taskId, { run, swarm, ...options } = {}) {
      const source = taskSource(requester, { taskId, swarm, of: 'tellings', run, request: toRequestOptions(options) });
      return toTaskStream(read(source, new RunStreamReader(), options), taskId);
    },
    cancel: (taskId, options = {}) =>
      requester.safely(ask('POST', toTaskPath(taskId, '/cancel'), options), taskStateWire),
  };
}

async function* explained<Frame>(
  frames: AsyncGenerator<Frame, void, undefined>,
): AsyncGenerator<Frame, void, undefined> {
  try {
    yield* frames;
  } catch (error) {
    if (!isUnknownPath(error)) throw error;
    const { request, status } = error;
    const message = 'this server cannot replay the events of a task: they are only in the stream of the message itself';
    throw new RequestError({ request, status, code: 'not_found', message, cause: error });
  }
}

/** Our own server says in a code what it did not find. One that says nothing does not know the path. */
function isUnknownPath(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 404 && (error.serverCode ?? 'not_found') === 'not_found';
}
