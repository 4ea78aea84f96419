import { forgetOwner } from '@posthouse/runtime';
import type { AppParts } from '../app/app-parts.ts';
import { revokeToken } from '../auth/tokens/token-records.ts';
import { operationsRoutes } from '../openapi/operations-routes.ts';
import { toUser } from './exports.ts';
import { servedDeleter } from '../retention/served-deleter.ts';

/** How long whoever deletes something waits until nothing is left of it; it goes on afterwards. */
const ERASING_MS = 5_000;

/** `/users`: what an admin can do about a user. */
export function addUserRoutes({ on, served, logger }: AppParts): void {
  on(operationsRoutes.forgetUser, async (c) => {
    const { role, id } = toUser(c.req.param('user_id'), c.req.query('role'));
    const { role: as, id: name } = c.get('caller');
    const origin = { by: `${as}:${name}`, why: 'admin' } as const;
    const tokens = await revokeToken(served.store.records, { role, id });
    const deleter = servedDeleter(served, origin);
    const { counts, keys } = await forgetOwner(served.store, { role, id }, deleter, { tokens: tokens.length });
    const erased = await served.engine.sweeper.erased(AbortSignal.timeout(ERASING_MS), keys);
    logger.info('the data of a user was deleted', {
      caller: c.get('caller').id,
      requestId: c.get('requestId'),
      ...counts,
    });
    return { user_id: id, ...counts, tokens: tokens.length, erased };
  });
}
