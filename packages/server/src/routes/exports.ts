import { invalidInput, isId } from '@posthouse/protocol';
import { exportOwner, exportTask } from '@posthouse/runtime';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { exportRoutes, LINES_TYPE } from '../openapi/export-routes.ts';
import { findTask } from './find-task.ts';

/** What can be taken along before it is deleted: a task of the caller, or for an admin everything of a user. */
export function addExportRoutes({ on, served }: AppParts): void {
  on(exportRoutes.exportTask, async (c) => {
    const task = await findTask(served.instance(c.get('caller'), c.req.query('swarm')), c.req.param('task_id'));
    return answerLines(c, exportTask(served.store, task));
  });

  on(exportRoutes.exportUser, (c) => {
    const owner = toUser(c.req.param('user_id'), c.req.query('role'));
    return answerLines(c, exportOwner(served.store, owner));
  });
}

/** A user that an admin names. */
export function toUser(id: string, role = 'user'): { role: 'user' | 'admin'; id: string } {
  if (role !== 'user' && role !== 'admin') throw invalidInput("role must be 'user' or 'admin'");
  if (!isId(id)) throw invalidInput('a user id has 1 to 256 characters');
  return { role, id };
}

/** Sends lines as fast as they are read, and not faster: the next piece is looked up when somebody wants it. */
function answerLines(c: Context<AppEnv>, pieces: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return c.body(body, 200, { 'Content-Type': LINES_TYPE, 'Cache-Control': 'no-store' });
}
