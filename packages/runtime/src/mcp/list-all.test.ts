import { expect, test } from 'vitest';
import { listAll } from './list-all.ts';

test('reads page after page', async () => {
  const cursors: unknown[] = [];
  const items = await listAll(async ({ params }) => {
    cursors.push(params?.cursor);
    const page = Number(params?.cursor ?? 0);
    return { items: [page * 2, page * 2 + 1], nextCursor: page < 2 ? String(page + 1) : undefined };
  });
  expect(items).toEqual([0, 1, 2, 3, 4, 5]);
  expect(cursors).toEqual([undefined, '1', '2']);
});

test('stops at a list without an end', async () => {
  let pages = 0;
  const endless = listAll(async () => ({ items: [(pages += 1)], nextCursor: 'again' }));
  await expect(endless).rejects.toMatchObject({ code: 'action_failed' });
  expect(pages).toBe(100);
});
