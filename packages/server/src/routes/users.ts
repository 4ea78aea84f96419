import { invalidInput, isId } from '@posthouse/protocol';
import { forgetOwner } from '@posthouse/runtime';
import type { AppParts } from '../app/create-app.ts';
import { revokeToken } from '../auth/tokens/token-records.ts';
import { houseUndertaker } from '../retention/house-undertaker.ts';

/** How long whoever deletes something waits until nothing is left of it; it goes on afterwards. */
const ERASING_MS = 5_000;

/** `/users`: what an admin can do about a user. */
export function addUserRoutes({ app, house, gate, logger }: AppParts): void {
  app.delete('/users/:user_id', gate.admin, async (c) => {
    const id = c.req.param('user_id');
    const role = c.req.query('role') ?? 'user';
    if (role !== 'user' && role !== 'admin') throw invalidInput("role must be 'user' or 'admin'");
    if (!isId(id)) throw invalidInput('a user id has 1 to 256 characters');
    const tokens = await revokeToken(house.store.records, { role, id });
    const forgotten = await forgetOwner(house.store, { role, id }, houseUndertaker(house));
    const erased = await house.engine.sweeper.erased(AbortSignal.timeout(ERASING_MS));
    logger.info('a user was forgotten', { caller: c.get('caller').id, requestId: c.get('requestId'), ...forgotten });
    return c.json({ user_id: id, ...forgotten, tokens: tokens.length, erased });
  });
}
