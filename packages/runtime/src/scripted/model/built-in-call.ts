import type { LanguageModelV3CallOptions, LanguageModelV3ToolCall, LanguageModelV3ToolResult } from '@ai-sdk/provider';
import type { AnswerPart } from '../playing/answer.ts';

type BuiltInPart = AnswerPart & { type: 'web-search' | 'code-interpreter' };

/**
 * The call and the result of a tool that the model's provider ran. It bears the name under which the caller declared
 * such a tool; a call nobody declared is marked dynamic, or the AI SDK would reject it.
 */
export function toBuiltInCall(
  part: BuiltInPart,
  tools: LanguageModelV3CallOptions['tools'],
): { call: LanguageModelV3ToolCall; result: LanguageModelV3ToolResult } {
  const kind = part.type === 'web-search' ? 'web_search' : 'code_interpreter';
  const declared = tools?.find((tool) => tool.type === 'provider' && tool.id.includes(kind));
  const name = { toolCallId: part.id, toolName: declared?.name ?? kind, ...(declared ? {} : { dynamic: true }) };
  const { input, output } =
    part.type === 'web-search'
      ? {
          input: { query: part.query },
          output: { query: part.query, results: part.results.map((each) => ({ ...each })) },
        }
      : { input: { code: part.code }, output: { outputs: part.outputs.map((each) => ({ ...each })) } };
  return {
    call: { type: 'tool-call', ...name, input: JSON.stringify(input), providerExecuted: true },
    result: { type: 'tool-result', ...name, result: output },
  };
}
