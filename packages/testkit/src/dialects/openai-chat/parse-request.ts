import { isJSONObject } from '@posthouse/protocol';
import type { ScriptedResponseFormat, ScriptedTool, ScriptedToolChoice } from '@posthouse/runtime/scripted';
import { foldMessages, type MessageFragment, parseToolInput } from '@posthouse/runtime/scripted/playing';
import type { ParsedRequest } from '../dialect.ts';
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

export function parseChatRequest(body: JsonObject): ParsedRequest {
  if (!Array.isArray(body.messages)) throw new BadRequest('messages must be a list.');
  const messages = body.messages.map((message, at) => readObject(message, `messages[${at}]`));
  return {
    model: readString(body.model, 'model'),
    stream: body.stream === true,
    system: messages
      .flatMap((each, at) => (isSystem(each) ? readTexts(each.content, `messages[${at}].content`) : []))
      .join('\n'),
    messages: foldMessages(
      messages.flatMap((each, at) => (isSystem(each) ? [] : toFragments(each, `messages[${at}]`))),
    ),
    tools: readList(body.tools, 'tools').map((tool, at) => toTool(readObject(tool, `tools[${at}]`), `tools[${at}]`)),
    toolChoice: toToolChoice(body.tool_choice),
    responseFormat: toResponseFormat(body.response_format),
  };
}

function toFragments(message: JsonObject, path: string): MessageFragment[] {
  const texts = readTexts(message.content, `${path}.content`);
  switch (message.role) {
    case 'user':
      return texts.map((text) => ({ role: 'user', text }));
    case 'assistant':
      return [
        ...texts.map((text): MessageFragment => ({ role: 'assistant', text })),
        ...readList(message.tool_calls, `${path}.tool_calls`).map((call, at) =>
          toToolCall(call, `${path}.tool_calls[${at}]`),
        ),
      ];
    case 'tool': {
      const id = readString(message.tool_call_id, `${path}.tool_call_id`);
      return [{ role: 'tool', toolResult: { id, text: texts.join('\n') } }];
    }
    default:
      throw new BadRequest(`${path}.role must be system, developer, user, assistant or tool.`);
  }
}

function toToolCall(value: unknown, path: string): MessageFragment {
  const toolCall = readObject(value, path);
  const called = readObject(toolCall.function, `${path}.function`);
  const input = readString(called.arguments, `${path}.function.arguments`);
  return {
    role: 'assistant',
    toolCall: {
      id: readString(toolCall.id, `${path}.id`),
      name: readString(called.name, `${path}.function.name`),
      input: parseToolInput(input),
    },
  };
}

function toTool(tool: JsonObject, path: string): ScriptedTool {
  const { type } = tool;
  if (type !== 'function') throw new BadRequest(`${path}.type must be function.`);
  const declared = readObject(tool.function, `${path}.function`);
  return {
    name: readString(declared.name, `${path}.function.name`),
    description: optionalString(declared.description),
    inputSchema: declared.parameters,
  };
}

function toToolChoice(choice: unknown): ScriptedToolChoice {
  if (choice === undefined || choice === null) return 'auto';
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice;
  if (isJSONObject(choice) && isJSONObject(choice.function)) {
    return { tool: readString(choice.function.name, 'tool_choice.function.name') };
  }
  throw new BadRequest('tool_choice must be auto, none, required or { type: "function", function: { name } }.');
}

function toResponseFormat(format: unknown): ScriptedResponseFormat | undefined {
  if (!isJSONObject(format) || format.type === 'text') return undefined;
  const { name, schema } = isJSONObject(format.json_schema) ? format.json_schema : {};
  return { name: optionalString(name), schema };
}
