import { isJSONObject } from '@posthouse/protocol';
import type { ScriptedResponseFormat, ScriptedTool, ScriptedToolChoice } from '@posthouse/runtime/scripted';
import { foldMessages, type MessageFragment } from '@posthouse/runtime/scripted/playing';
import type { ParsedRequest } from '../dialect.ts';
import {
  BadRequest,
  type JsonObject,
  optionalString,
  readList,
  readObject,
  readString,
  readTexts,
} from '../json-reader.ts';

export function parseMessagesRequest(body: JsonObject): ParsedRequest {
  if (!Array.isArray(body.messages)) throw new BadRequest('messages must be a list.');
  if (typeof body.max_tokens !== 'number') throw new BadRequest('max_tokens must be a number.');
  return {
    model: readString(body.model, 'model'),
    stream: body.stream === true,
    system: readTexts(body.system, 'system').join('\n'),
    messages: foldMessages(
      body.messages.flatMap((message, at) => toFragments(readObject(message, `messages[${at}]`), `messages[${at}]`)),
    ),
    tools: readList(body.tools, 'tools').map((tool, at) => toTool(readObject(tool, `tools[${at}]`), `tools[${at}]`)),
    toolChoice: toToolChoice(body.tool_choice),
    responseFormat: toResponseFormat(body),
  };
}

function toFragments(message: JsonObject, path: string): MessageFragment[] {
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') throw new BadRequest(`${path}.role must be user or assistant.`);
  if (typeof content === 'string') return [{ role, text: content }];
  return readList(content, `${path}.content`).flatMap((value, at): MessageFragment[] => {
    const here = `${path}.content[${at}]`;
    const block = readObject(value, here);
    switch (block.type) {
      case 'text':
        return [{ role, text: readString(block.text, `${here}.text`) }];
      case 'tool_use':
        return [{ role: 'assistant', toolCall: toToolCall(block, here) }];
      case 'tool_result':
        return [{ role: 'tool', toolResult: toToolResult(block, here) }];
      default:
        return [];
    }
  });
}

function toToolCall({ id, name, input }: JsonObject, path: string) {
  return { id: readString(id, `${path}.id`), name: readString(name, `${path}.name`), input };
}

function toToolResult(block: JsonObject, path: string) {
  return {
    id: readString(block.tool_use_id, `${path}.tool_use_id`),
    text: readTexts(block.content, `${path}.content`).join('\n'),
    ...(block.is_error === true ? { isError: true } : {}),
  };
}

function toTool(tool: JsonObject, path: string): ScriptedTool {
  const name = readString(tool.name, `${path}.name`);
  if (typeof tool.type === 'string' && tool.type !== 'custom') return { name, builtIn: tool.type };
  return { name, description: optionalString(tool.description), inputSchema: tool.input_schema };
}

function toToolChoice(choice: unknown): ScriptedToolChoice {
  if (choice === undefined || choice === null) return 'auto';
  const { type, name } = readObject(choice, 'tool_choice');
  if (type === 'auto' || type === 'none') return type;
  if (type === 'any') return 'required';
  if (type === 'tool') return { tool: readString(name, 'tool_choice.name') };
  throw new BadRequest('tool_choice.type must be auto, any, none or tool.');
}

/** The format has moved from `output_format` into `output_config`; clients send either. */
function toResponseFormat(body: JsonObject): ScriptedResponseFormat | undefined {
  const format = isJSONObject(body.output_config) ? body.output_config.format : body.output_format;
  return isJSONObject(format) ? { schema: format.schema } : undefined;
}
