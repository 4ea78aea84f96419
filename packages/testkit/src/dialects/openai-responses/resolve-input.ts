import type { Reply } from '../dialect.ts';
import { BadRequest, type JsonObject, readList, readObject, readString } from '../json-reader.ts';
import { responseId, toOutputItems } from './output-items.ts';

/**
 * The whole conversation as items. The provider keeps what it has answered, and clients rely on it: they name an
 * earlier response to continue, or single items of it, instead of sending them again.
 */
export function resolveInput(body: JsonObject, replies: readonly Reply[]): JsonObject[] {
  const { input, previous_response_id: previous } = body;
  const own: unknown[] = typeof input === 'string' ? [{ role: 'user', content: input }] : [...readList(input, 'input')];
  return [
    ...(previous === undefined || previous === null
      ? []
      : conversationOf(readString(previous, 'previous_response_id'), replies)),
    ...own.map((item, at) => resolveItem(readObject(item, `input[${at}]`), `input[${at}]`, replies)),
  ];
}

function conversationOf(id: string, replies: readonly Reply[]): JsonObject[] {
  const reply = replies.find((each) => responseId(each) === id);
  if (reply === undefined) throw new BadRequest(`previous_response_id names ${id}, which this server has not sent.`);
  return [...resolveInput(readObject(reply.request.body, 'body'), replies), ...toOutputItems(reply)];
}

function resolveItem(item: JsonObject, path: string, replies: readonly Reply[]): JsonObject {
  if (item.type !== 'item_reference') return item;
  const found = replies.flatMap(toOutputItems).find((each) => each.id === item.id);
  if (found === undefined)
    throw new BadRequest(`${path} refers to ${String(item.id)}, which this server has not sent.`);
  return found;
}
