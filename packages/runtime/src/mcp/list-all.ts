import { PosthouseError } from '@posthouse/protocol';

/** More pages than any honest server needs; one that never comes to an end is stopped here. */
const MAX_PAGES = 100;

export type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor?: string | undefined };

/** Reads a list that a server hands out in pages. */
export async function listAll<Item>(
  read: (page: { params?: { cursor: string } }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const next = await read(cursor === undefined ? {} : { params: { cursor } });
    items.push(...next.items);
    cursor = next.nextCursor;
    if (cursor === undefined) return items;
  }
  throw new PosthouseError({
    code: 'action_failed',
    message: `The MCP server's list has more than ${MAX_PAGES} pages.`,
  });
}
