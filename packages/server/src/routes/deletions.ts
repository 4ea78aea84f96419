import { invalidInput } from '@posthouse/protocol';
import type { AppParts } from '../app/app-parts.ts';
import { exportRoutes } from '../openapi/export-routes.ts';
import { toNumber } from './query-values.ts';

const MAX_RECORDS = 1_000;
const DEFAULT_RECORDS = 100;

/** `/deletions`: that things were deleted, for admins. */
export function addDeletionRoutes({ on, served }: AppParts): void {
  on(exportRoutes.listDeletions, async (c) => {
    const limit = toNumber('limit', c.req.query('limit') ?? String(DEFAULT_RECORDS));
    if (limit < 1 || limit > MAX_RECORDS) throw invalidInput(`limit must be a number from 1 to ${MAX_RECORDS}`);
    const before = c.req.query('before');
    const place = before === undefined ? undefined : toNumber('before', before);
    return { deletions: await served.store.deletions.records({ limit, before: place }) };
  });
}
