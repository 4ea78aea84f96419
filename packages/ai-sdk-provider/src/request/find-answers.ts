import type { JSONValue, LanguageModelV3Prompt, LanguageModelV3ToolCallPart } from '@ai-sdk/provider';
import type { ToldCall } from '@posthouse/protocol/light';
import { readMark } from '../metadata.ts';
import { toResultContent } from './to-result-content.ts';

/** A result for a call that the task waits for. */
export type CallAnswer = { callId: string; content: JSONValue };

export type Answers = {
  results: CallAnswer[];
  /** Calls of the swarm's own that may get their results in this answer. */
  adopted: ToldCall[];
  /** Ids of the tool calls that are answered: they need not be told in words. */
  told: ReadonlySet<string>;
};

/**
 * What the prompt answers of the calls that a task has made: results of tools, and decisions on approvals. `at` is the
 * message that made the calls; the answers stand behind it.
 */
export function findAnswers(prompt: LanguageModelV3Prompt, at: number): Answers {
  const calls = callsOf(prompt, at);
  const results = new Map<string, CallAnswer>();
  const denied = new Set<string>();
  for (const message of prompt.slice(at + 1)) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      const id = part.type === 'tool-result' ? part.toolCallId : part.approvalId;
      const call = calls.get(id);
      // A denial comes as a decision and, from some versions of the AI SDK, as a result too.
      if (!call || results.has(id)) continue;
      const content =
        part.type === 'tool-result' ? toResultContent(part.output) : { approved: part.approved, reason: part.reason };
      if (part.type === 'tool-approval-response' && !part.approved) denied.add(id);
      results.set(id, { callId: callIdOf(call), content });
    }
  }
  const open = [...calls.values()].filter((call) => call.providerExecuted === true && !denied.has(call.toolCallId));
  return {
    results: [...results.values()],
    adopted: open.map(toToldCall),
    told: new Set(results.keys()),
  };
}

/** The calls of the swarm that have no result within the answer that made them. */
function callsOf(prompt: LanguageModelV3Prompt, at: number): Map<string, LanguageModelV3ToolCallPart> {
  const message = prompt[at];
  if (message?.role !== 'assistant') return new Map();
  const ended = new Set(message.content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])));
  const calls = message.content.filter((part) => part.type === 'tool-call');
  return new Map(
    calls.filter((part) => readMark(part) && !ended.has(part.toolCallId)).map((part) => [part.toolCallId, part]),
  );
}

function toToldCall(call: LanguageModelV3ToolCallPart): ToldCall {
  const by = { agent: readMark(call)?.agent ?? '', turn: 0 };
  const { toolCallId: id, toolName: tool, input } = call;
  return { id, by, callId: callIdOf(call), tool, kind: 'action', input: input as ToldCall['input'], forCaller: true };
}

function callIdOf(call: LanguageModelV3ToolCallPart): string {
  return readMark(call)?.callId ?? call.toolCallId;
}
