import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3ToolChoice,
  LanguageModelV3ToolResultOutput,
} from '@ai-sdk/provider';
import { foldMessages, type MessageFragment } from '../playing/fold-messages.ts';
import type { ScriptedRequest, ScriptedResponseFormat, ScriptedTool, ScriptedToolChoice } from '../scripted-request.ts';

/** The call of an AI SDK model, in the form that every script sees. */
export function toScriptedRequest(
  options: LanguageModelV3CallOptions,
  { model, stream, signal }: Pick<ScriptedRequest, 'model' | 'stream' | 'signal'>,
): Omit<ScriptedRequest, 'index'> {
  const { prompt } = options;
  return {
    dialect: 'in-process',
    model,
    stream,
    system: prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n'),
    messages: foldMessages(prompt.flatMap(toFragments)),
    tools: (options.tools ?? []).map(toTool),
    toolChoice: toToolChoice(options.toolChoice),
    responseFormat: toResponseFormat(options.responseFormat),
    headers: toHeaders(options.headers),
    signal,
  };
}

function toFragments(message: LanguageModelV3Message): MessageFragment[] {
  if (message.role === 'system') return [];
  const { role } = message;
  return message.content.flatMap((part): MessageFragment[] => {
    switch (part.type) {
      case 'text':
        return role === 'tool' ? [] : [{ role, text: part.text }];
      case 'tool-call':
        if (part.providerExecuted === true) return [];
        return [{ role: 'assistant', toolCall: { id: part.toolCallId, name: part.toolName, input: part.input } }];
      case 'tool-result':
        // A result inside the assistant's own message belongs to a tool that the provider ran.
        return role === 'tool' ? [{ role: 'tool', toolResult: toToolResult(part.toolCallId, part.output) }] : [];
      default:
        return [];
    }
  });
}

function toToolResult(id: string, output: LanguageModelV3ToolResultOutput) {
  const isError = output.type === 'error-text' || output.type === 'error-json';
  return { id, text: outputText(output), ...(isError ? { isError } : {}) };
}

function outputText(output: LanguageModelV3ToolResultOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value);
    case 'execution-denied':
      return output.reason ?? 'Tool call execution denied.';
    case 'content':
      return output.value.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  }
}

function toTool(tool: NonNullable<LanguageModelV3CallOptions['tools']>[number]): ScriptedTool {
  if (tool.type === 'function') {
    return { name: tool.name, description: tool.description, inputSchema: tool.inputSchema };
  }
  return { name: tool.name, builtIn: tool.id.slice(tool.id.indexOf('.') + 1) };
}

function toToolChoice(choice: LanguageModelV3ToolChoice | undefined): ScriptedToolChoice {
  if (choice === undefined) return 'auto';
  return choice.type === 'tool' ? { tool: choice.toolName } : choice.type;
}

function toResponseFormat(format: LanguageModelV3CallOptions['responseFormat']): ScriptedResponseFormat | undefined {
  return format?.type === 'json' ? { name: format.name, schema: format.schema } : undefined;
}

function toHeaders(headers: LanguageModelV3CallOptions['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), value]],
    ),
  );
}
