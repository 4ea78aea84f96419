import { isJSONObject } from '@posthouse/protocol';
import type { ScriptedResponseFormat, ScriptedTool, ScriptedToolChoice } from '@posthouse/runtime/scripted';
import { foldMessages, type MessageFragment, parseToolInput } from '@posthouse/runtime/scripted/playing';
import type { ParsedRequest, Reply } from '../dialect.ts';
import {
  BadRequest,
  isSystem,
  type JsonObject,
  optionalString,
  readList,
  readObject,
  readString,
  readTexts,
} from '../json-reader.ts';
import { responseId, toOutputItems } from './output-items.ts';

export function parseResponsesRequest(body: JsonObject, replies: readonly Reply[]): ParsedRequest {
  const input = resolveInput(body, replies);
  const systemTexts = input.flatMap((item, at) =>
    isSystem(item) ? readTexts(item.content, `input[${at}].content`) : [],
  );
  return {
    model: readString(body.model, 'model'),
    stream: body.stream === true,
    system: [...readTexts(body.instructions, 'instructions'), ...systemTexts].join('\n'),
    messages: foldMessages(input.flatMap((item, at) => (isSystem(item) ? [] : toFragments(item, `input[${at}]`)))),
    tools: readList(body.tools, 'tools').map((tool, at) => toTool(readObject(tool, `tools[${at}]`), `tools[${at}]`)),
    toolChoice: toToolChoice(body.tool_choice),
    responseFormat: toResponseFormat(body.text),
  };
}

/** Items that no script needs to see, such as reasoning and the provider's own tool calls, give nothing. */
function toFragments(item: JsonObject, path: string): MessageFragment[] {
  switch (item.type ?? 'message') {
    case 'message': {
      const { role } = item;
      if (role !== 'user' && role !== 'assistant') {
        throw new BadRequest(`${path}.role must be system, developer, user or assistant.`);
      }
      return readTexts(item.content, `${path}.content`).map((text) => ({ role, text }));
    }
    case 'function_call':
      return [toToolCall(item, path, parseToolInput(readString(item.arguments, `${path}.arguments`)))];
    case 'custom_tool_call':
      return [toToolCall(item, path, readString(item.input, `${path}.input`))];
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const id = readString(item.call_id, `${path}.call_id`);
      return [{ role: 'tool', toolResult: { id, text: readTexts(item.output, `${path}.output`).join('\n') } }];
    }
    default:
      return [];
  }
}

function toToolCall(item: JsonObject, path: string, input: unknown): MessageFragment {
  const id = readString(item.call_id, `${path}.call_id`);
  return { role: 'assistant', toolCall: { id, name: readString(item.name, `${path}.name`), input } };
}

function toTool(tool: JsonObject, path: string): ScriptedTool {
  const type = readString(tool.type, `${path}.type`);
  if (type !== 'function') return { name: optionalString(tool.name) ?? type, builtIn: type };
  return {
    name: readString(tool.name, `${path}.name`),
    description: optionalString(tool.description),
    inputSchema: tool.parameters,
  };
}

function toToolChoice(choice: unknown): ScriptedToolChoice {
  if (choice === undefined || choice === null) return 'auto';
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice;
  const { type, name } = readObject(choice, 'tool_choice');
  return { tool: optionalString(name) ?? readString(type, 'tool_choice.type') };
}

function toResponseFormat(text: unknown): ScriptedResponseFormat | undefined {
  if (!isJSONObject(text) || !isJSONObject(text.format) || text.format.type === 'text') return undefined;
  return { name: optionalString(text.format.name), schema: text.format.schema };
}

/**
 * The whole conversation as items. The provider keeps what it has answered, and clients rely on it: they name an
 * earlier response to continue, or single items of it, instead of sending them again.
 */
function resolveInput(body: JsonObject, replies: readonly Reply[]): JsonObject[] {
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
