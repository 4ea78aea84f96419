import { type CallResult, isJSONObject, type JSONObject, type JSONValue } from '@posthouse/protocol';
import { type ModelAnswerPart, toJSON, type ToolCallPart } from './answer-parts.ts';
import type { Citation } from './citations.ts';

export type BuiltinOutcome = Extract<ModelAnswerPart, { type: 'tool-result' | 'tool-error' }>;

export type BuiltinCall = { tool: string; input: JSONValue; builtin: CallResult };

export type BuiltinCallOptions = {
  call: ToolCallPart;
  /** How it came out, as far as the provider said. */
  outcome: BuiltinOutcome | undefined;
  /** What the answer quotes of the web, for the first search of the answer. */
  citations: readonly Citation[];
  providerTools?: Record<string, unknown>;
};

/**
 * A call that the model's provider has run itself, under MAIL's names and with MAIL's arguments where MAIL has any:
 * there the arguments of such a call tell its outcome as well.
 */
export function toBuiltinCall(options: BuiltinCallOptions): BuiltinCall {
  const { call, outcome, citations, providerTools } = options;
  const given = toJSON(call.input);
  const input = isJSONObject(given) ? given : {};
  const output = outputOf(outcome);
  const status = outcome?.type === 'tool-error' ? 'failed' : 'completed';
  switch (kindOf(call.toolName, providerTools)) {
    case 'search': {
      const found = { ...results(output), ...(citations.length === 0 ? {} : { citations: [...citations] }) };
      return {
        tool: 'web_search_call',
        input: { ...queryOf(input, output), status, ...found },
        builtin: toResult(outcome, outcome?.type === 'tool-error' ? output : found),
      };
    }
    case 'code': {
      const outputs = codeOutputs(output);
      return {
        tool: 'code_interpreter_call',
        input: { code: input.code ?? input.command ?? '', outputs, status },
        builtin: toResult(outcome, outcome?.type === 'tool-error' ? output : { outputs }),
      };
    }
    case 'other':
      return { tool: call.toolName, input, builtin: toResult(outcome, output) };
  }
}

/** A provider tool may bear any name; what it is shows in the id that its provider gave it. */
function kindOf(toolName: string, providerTools: Record<string, unknown> = {}): 'search' | 'code' | 'other' {
  const declared = Object.hasOwn(providerTools, toolName) ? providerTools[toolName] : undefined;
  const id = isJSONObject(declared) ? String(declared.id) : toolName;
  if (id.includes('web_search')) return 'search';
  return id.includes('code_interpreter') || id.includes('code_execution') ? 'code' : 'other';
}

function outputOf(outcome: BuiltinOutcome | undefined): JSONValue {
  if (outcome === undefined) return null;
  return toJSON(outcome.type === 'tool-error' ? outcome.error : outcome.output);
}

/** A result that has not come by the end of the answer is one that nobody will learn. */
function toResult(outcome: BuiltinOutcome | undefined, content: JSONValue): CallResult {
  if (outcome === undefined) return { status: 'unknown', content };
  return { status: outcome.type === 'tool-error' ? 'error' : 'success', content };
}

/** OpenAI tells what was asked with the result, Anthropic with the call. */
function queryOf(input: JSONObject, output: JSONValue): JSONObject {
  const action = isJSONObject(output) && isJSONObject(output.action) ? output.action : {};
  const query = input.query ?? action.query ?? firstOf(action.queries) ?? action.url ?? action.pattern ?? '';
  return { query, ...(typeof action.type === 'string' ? { search_type: toSnakeCase(action.type) } : {}) };
}

function results(output: JSONValue): { results?: JSONObject[] } {
  const list = Array.isArray(output) ? output : isJSONObject(output) ? (output.results ?? output.sources) : undefined;
  if (!Array.isArray(list)) return {};
  return {
    results: list.filter(isJSONObject).flatMap(({ url, title, pageAge }) =>
      typeof url === 'string'
        ? [
            {
              url,
              ...(typeof title === 'string' ? { title } : {}),
              ...(typeof pageAge === 'string' ? { page_age: pageAge } : {}),
            },
          ]
        : [],
    ),
  };
}

/** OpenAI has a list of outputs, Anthropic what the program printed. */
function codeOutputs(output: JSONValue): JSONValue[] {
  if (!isJSONObject(output)) return [];
  if (Array.isArray(output.outputs)) return output.outputs;
  const printed = [output.stdout, output.stderr].filter((text) => typeof text === 'string' && text !== '');
  return printed.map((logs) => ({ type: 'logs', logs: logs ?? '' }));
}

function firstOf(list: JSONValue | undefined): JSONValue | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
