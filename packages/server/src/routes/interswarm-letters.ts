import { formatInstance, invalidInput, PosthouseError } from '@posthouse/protocol';
import { SwarmInstance } from '@posthouse/runtime';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { toObject } from '../app/read-json.ts';
import type { Admission } from '../federation/registry/peer-authenticator.ts';
import { readProof, toSignedPath } from '../federation/trust/signed-request.ts';
import { interswarmRoutes } from '../openapi/interswarm-routes.ts';
import { toPeerEncoding, toPeerWish } from '../streams/peer-encoding.ts';
import { checkDelivery } from './check-delivery.ts';
import { answerEventStream } from './event-stream.ts';
import { findTask } from './find-task.ts';
import { toIdempotencyKey } from './idempotency.ts';
import { toAnswers } from './to-answers.ts';

/** `/interswarm/*` for other servers: letters, and for servers of ours also what becomes of them. */
export function addLetterRoutes({ on, served, streams, logger }: AppParts): void {
  const { peerAuthenticator, letterBytes } = served.federation;

  /** Logs the requests that are refused; failures are logged by the error handler. */
  const guarded =
    <Answer>(handle: (c: Context<AppEnv>) => Promise<Answer>) =>
    async (c: Context<AppEnv>) => {
      try {
        return await handle(c);
      } catch (error) {
        if (PosthouseError.isInstance(error) && error.status < 500) {
          const { code, message: reason } = error;
          const place = { caller: c.get('caller').id, path: c.req.path, requestId: c.get('requestId') };
          logger.warn('a message from a peer was refused', { ...place, code, reason });
        }
        throw error;
      }
    };

  const readBody = async (c: Context<AppEnv>): Promise<string> => {
    const text = await c.req.text();
    if (Buffer.byteLength(text) <= letterBytes) return text;
    throw new PosthouseError({
      code: 'too_large',
      message: `a message from a peer may have at most ${letterBytes} bytes`,
    });
  };

  const admit = (c: Context<AppEnv>, swarm: string, body: string): Promise<Admission> => {
    const { method, url } = c.req;
    const request = { method, path: toSignedPath(url), body };
    return peerAuthenticator.admit({
      caller: c.get('caller'),
      swarm,
      request,
      proof: readProof((name) => c.req.header(name)),
    });
  };

  for (const direction of ['forward', 'back'] as const) {
    const take = async (c: Context<AppEnv>) => {
      const body = await readBody(c);
      const envelope = checkDelivery(toObject(body), (swarm) => served.serves(swarm));
      const { from, spend } = await admit(c, envelope.sourceSwarm, body);
      await spend();
      const { taskId, swarm } = await served.engine.receive({ direction, envelope, from });
      const localRunner = formatInstance({ swarm, role: 'swarm', id: from.swarm });
      return { swarm, taskId, status: 'success' as const, localRunner };
    };
    on(interswarmRoutes[`${direction}Interswarm`], guarded(take));
  }

  /** The work that a server of ours has asked for, and nothing else. */
  const enter = async (
    c: Context<AppEnv>,
    { mayBeMissing = false } = {},
  ): Promise<{ instance: SwarmInstance; taskId: string; body: string }> => {
    const { swarm = '', from: source = '' } = c.req.query();
    const body = await readBody(c);
    const { from, spend } = await admit(c, source, body);
    if (!from.ours) throw new PosthouseError({ code: 'sender_refused', message: 'this route is for signed requests' });
    const definition = served.definition(swarm);
    const instance = new SwarmInstance(definition, { swarm, role: 'swarm', id: from.swarm }, served.engine);
    const taskId = c.req.param('task_id') ?? '';
    if (!mayBeMissing) await findTask(instance, taskId);
    await spend();
    return { instance, taskId, body };
  };

  on(
    interswarmRoutes.followPeerTask,
    guarded(async (c) => {
      const after = c.req.query('after') ?? '0';
      if (!/^\d{1,15}$/.test(after)) throw invalidInput('after must be a number');
      const { instance, taskId } = await enter(c);
      const task = await findTask(instance, taskId);
      const place = { task, after: Math.min(Number(after), task.head) };
      const speech = { encoding: toPeerEncoding(task), wish: toPeerWish(task) };
      return answerEventStream(c, taskId, (outgoing) => streams.read({ ...place, outgoing }, speech));
    }),
  );

  on(
    interswarmRoutes.cancelPeerTask,
    guarded(async (c) => {
      const { instance, taskId } = await enter(c);
      const idempotencyKey = toIdempotencyKey(c.req.header('idempotency-key'));
      await instance.cancel(taskId, { idempotencyKey });
      return { taskId, status: (await findTask(instance, taskId)).status };
    }),
  );

  // A swarm of ours has deleted a task that we work on for it: so do we, also before its first letter has arrived.
  on(
    interswarmRoutes.forgetPeerTask,
    guarded(async (c) => {
      const { instance, taskId } = await enter(c, { mayBeMissing: true });
      await served.engine.forget(instance.owner, taskId);
      return { task_id: taskId, deleted: true };
    }),
  );

  on(
    interswarmRoutes.resumePeerTask,
    guarded(async (c) => {
      const { instance, taskId, body } = await enter(c);
      const idempotencyKey = toIdempotencyKey(c.req.header('idempotency-key'));
      const answers = toAnswers(toObject(body).results);
      await instance.resume(taskId, answers, { idempotencyKey });
      return { taskId, status: (await findTask(instance, taskId)).status };
    }),
  );
}
