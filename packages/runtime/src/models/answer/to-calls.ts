import { type ModelAnswerPart, toJSON, type ToolCallPart } from './answer-parts.ts';
import { type BuiltinOutcome, toBuiltinCall } from './builtin-call.ts';
import { toCitations } from './citations.ts';
import { argumentsOf, toInputError } from './input-error.ts';
import { reasoningOf, textOf } from './leading-text.ts';
import type { RespondedCall, RespondResult } from '../../respond/respond.ts';
import { uniqueIds } from './unique-ids.ts';

/**
 * What a model answered, taken apart: its calls in order, each with the reasoning and the text that led to it, and the
 * text and the reasoning that led to none.
 */
export function toCalls(
  content: readonly ModelAnswerPart[],
  { providerTools }: { providerTools?: Record<string, unknown> } = {},
): Pick<RespondResult, 'calls' | 'text' | 'reasoning'> {
  const outcomes = outcomesById(content);
  const unique = uniqueIds();
  let citations = toCitations(content);
  let start = 0;
  const calls: RespondedCall[] = [];
  for (const [at, part] of content.entries()) {
    if (part.type !== 'tool-call') continue;
    const { preamble, reasoning } = leadOf(content.slice(start, at));
    start = at + 1;
    if (part.providerExecuted !== true) {
      calls.push({ callId: unique(part.toolCallId), ...toOwnCall(part), ...reasoning, ...preamble });
      continue;
    }
    const outcome = outcomes.get(part.toolCallId);
    const call = toBuiltinCall({ call: part, outcome, citations, providerTools });
    if (call.tool === 'web_search_call') citations = [];
    calls.push({ callId: part.toolCallId, ...call, ...reasoning, ...preamble });
  }
  const rest = content.slice(start);
  return { calls, text: textOf(rest), ...leadOf(rest).reasoning };
}

/** A call that is ours to run, or to refuse. */
function toOwnCall(part: ToolCallPart): Pick<RespondedCall, 'tool' | 'input' | 'inputError'> {
  const inputError = toInputError(part);
  return {
    tool: part.toolName,
    input: toJSON(argumentsOf(part)),
    inputError,
  };
}

function leadOf(parts: readonly ModelAnswerPart[]): {
  preamble: { preamble?: string };
  reasoning: { reasoning?: string };
} {
  const preamble = textOf(parts);
  const reasoning = reasoningOf(parts);
  return { preamble: preamble === '' ? {} : { preamble }, reasoning: reasoning === '' ? {} : { reasoning } };
}

function outcomesById(content: readonly ModelAnswerPart[]): Map<string, BuiltinOutcome> {
  const outcomes = content.filter((part) => part.type === 'tool-result' || part.type === 'tool-error');
  return new Map(outcomes.map((outcome) => [outcome.toolCallId, outcome]));
}
