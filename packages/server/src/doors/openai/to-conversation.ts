import type { JSONObject } from '@posthouse/protocol';
import type { ResponseInput } from '../../wire/openai/responses-request.ts';
import { type Path, toContentText, toFields, readText, wrong } from './content-text.ts';
import type { Conversation, Turn } from './conversation.ts';

type Read = { turns: Turn[]; instructions?: string };

/** The input of Responses: a text, or a list of items. */
export function toResponsesConversation(input: ResponseInput, instructions = ''): Conversation {
  if (typeof input === 'string') return { instructions, turns: [{ type: 'said', role: 'user', text: input }] };
  return gather(
    input.map((item, index) => readItem(item as JSONObject, ['input', index])),
    instructions,
  );
}

/** The messages of a chat. */
export function toChatConversation(messages: readonly Record<string, unknown>[]): Conversation {
  return gather(messages.map((message, index) => readMessage(message as JSONObject, ['messages', index])));
}

function gather(read: readonly Read[], first = ''): Conversation {
  const instructions = [first, ...read.map((each) => each.instructions ?? '')].filter((text) => text !== '');
  return { instructions: instructions.join('\n\n'), turns: read.flatMap(({ turns }) => turns) };
}

function readItem(item: JSONObject, path: Path): Read {
  const type = item.type ?? (item.role === undefined ? 'item_reference' : 'message');
  const itemId = typeof item.id === 'string' ? { itemId: item.id } : {};
  switch (type) {
    case 'message':
      return readSpoken(item, path, itemId);
    case 'function_call': {
      const callId = readText(item.call_id, [...path, 'call_id']);
      const tool = readText(item.name, [...path, 'name']);
      const input = readText(item.arguments ?? '{}', [...path, 'arguments']);
      return { turns: [{ type: 'called', callId, tool, input, ...itemId }] };
    }
    case 'function_call_output': {
      const callId = readText(item.call_id, [...path, 'call_id']);
      return { turns: [{ type: 'gave', callId, output: toContentText(item.output, [...path, 'output']) }] };
    }
    case 'item_reference':
      return { turns: [{ type: 'named', itemId: readText(item.id, [...path, 'id']) }] };
    case 'reasoning':
      // Whoever thought it remembers.
      return { turns: [] };
    default:
      throw wrong([...path, 'type'], 'a message, function_call, function_call_output or item_reference', type);
  }
}

function readMessage(message: JSONObject, path: Path): Read {
  if (message.role === 'tool') {
    const callId = readText(message.tool_call_id, [...path, 'tool_call_id']);
    return { turns: [{ type: 'gave', callId, output: toContentText(message.content, [...path, 'content']) }] };
  }
  const { turns, ...rest } = readSpoken(message, path);
  const calls = message.tool_calls ?? [];
  if (!Array.isArray(calls)) throw wrong([...path, 'tool_calls'], 'a list', calls);
  const called = calls.map((call, index) => readToolCall(call, [...path, 'tool_calls', index]));
  return { ...rest, turns: [...turns, ...called] };
}

function readToolCall(value: unknown, path: Path): Turn {
  const call = toFields(value, path);
  const { name, arguments: input = '{}' } = toFields(call.function, [...path, 'function']);
  return {
    type: 'called',
    callId: readText(call.id, [...path, 'id']),
    tool: readText(name, [...path, 'function', 'name']),
    input: readText(input, [...path, 'function', 'arguments']),
  };
}

function readSpoken({ role, content, name }: JSONObject, path: Path, itemId: { itemId?: string } = {}): Read {
  const text = toContentText(content, [...path, 'content']);
  switch (role) {
    case 'system':
    case 'developer':
      return { turns: [], instructions: text };
    case 'user':
      // Somebody who has a name speaks among several.
      return { turns: [{ type: 'said', role, text: typeof name === 'string' ? `${name}: ${text}` : text }] };
    case 'assistant':
      return { turns: text === '' && itemId.itemId === undefined ? [] : [{ type: 'said', role, text, ...itemId }] };
    default:
      throw wrong([...path, 'role'], 'user, assistant, system or developer', role);
  }
}
