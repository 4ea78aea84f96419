import { interswarmResultWire, newId, PosthouseError } from '@posthouse/protocol';
import type { Office, Submitted } from '@posthouse/runtime';
import type { AppParts } from '../app/create-app.ts';
import { readJSON } from '../app/read-json.ts';
import { awaitResult, submit } from './answer-post.ts';
import { checkDelivery } from './check-delivery.ts';
import { findTask } from './find-task.ts';
import { toIdempotencyKey } from './idempotency.ts';
import { readLog } from './read-log.ts';
import { toCompletion } from './to-completion.ts';
import { type InterswarmPlan, toInterswarmPlan } from './to-interswarm-plan.ts';

/** `/interswarm/*`: what swarm servers say to each other, and what users say to agents of any swarm. */
export function addInterswarmRoutes({ app, house, gate }: AppParts): void {
  for (const direction of ['forward', 'back'] as const) {
    app.post(`/interswarm/${direction}`, gate.agent, async (c) => {
      checkDelivery(await readJSON(c), (swarm) => house.definition(swarm));
      throw new PosthouseError({
        code: 'unavailable',
        message: 'the message is in order, but this server does not exchange messages with peers yet',
      });
    });
  }

  app.post('/interswarm/message', gate.user, async (c) => {
    const plan = toInterswarmPlan(await readJSON(c), house.defaultSwarm);
    const { swarm } = plan;
    if (!house.serves(swarm)) await refuseRemote(swarm);
    const office = house.office(c.get('caller'), swarm);
    const submitted = await submitAll(office, plan, toIdempotencyKey(c.req.header('idempotency-key')));
    const outcome = await awaitResult(office, submitted, {}, c.req.raw.signal);
    const { taskId, after } = submitted;
    const log = (await readLog(house.store, await findTask(office, taskId))).filter((entry) => entry.seq > after);
    const response = toCompletion(log, { taskId, swarm, outcome });
    return c.json(interswarmResultWire.emitTrusted({ response, events: null }));
  });

  /** A swarm that is not served here: known and out of reach for now, or not known at all. */
  async function refuseRemote(swarm: string): Promise<never> {
    if ((await house.peers.find(swarm)) === undefined) house.definition(swarm);
    throw new PosthouseError({
      code: 'peer_unreachable',
      message: `swarm '${swarm}' is served elsewhere, and this server does not exchange messages with peers yet`,
    });
  }
}

/** One message for each agent, all in one task. The answer is that to the last one. */
async function submitAll(
  office: Office,
  { post, agents }: InterswarmPlan,
  key: string | undefined,
): Promise<Submitted> {
  const { body, subject = 'Interswarm Message', msgType = 'request' } = post;
  const given = post.taskId ?? (key === undefined ? newId() : undefined);
  let last: Submitted | undefined;
  for (const [index, entrypoint] of agents.entries()) {
    const taskId = last?.taskId ?? given;
    const work = {
      post: { body, subject, messageType: msgType, entrypoint, ...(taskId === undefined ? {} : { taskId }) },
    };
    last = await submit(office, { work }, key === undefined || index === 0 ? key : `${key}/${index}`);
  }
  return last!;
}
