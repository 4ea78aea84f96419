import { isJSONObject, messageOf, newId, PosthouseError } from '@posthouse/protocol';
import type { AssistantModelMessage } from 'ai';
import { z } from 'zod';
import type { AgentFunction } from '../definitions/agent-function.ts';
import type { Agent } from '../definitions/agent.ts';
import { finishMessageOf } from './streaming/delta-reporter.ts';
import { toInputError } from './answer/input-error.ts';
import type { Respond, RespondedCall, RespondRequest } from '../respond/respond.ts';
import { uniqueIds } from './answer/unique-ids.ts';

const outputSchema = z.strictObject({
  text: z.string().optional(),
  calls: z
    .array(
      z.strictObject({
        tool: z.string().min(1),
        input: z.json(),
        callId: z.string().min(1).optional(),
        reasoning: z.string().optional(),
        preamble: z.string().optional(),
        result: z.json().optional(),
      }),
    )
    .optional(),
  memo: z.json().optional(),
});

/** An agent that a plain function answers for. */
export function functionResponder(agent: Agent, run: AgentFunction): Respond {
  return async (request) => {
    const { text = '', calls: made = [], memo } = await runFunction({ agent, run, request });
    const unique = uniqueIds();
    const calls = made.map(({ callId, result, ...call }): RespondedCall => ({
      callId: unique(callId ?? newId()),
      ...call,
      inputError: toInputError(call),
      builtin: result === undefined ? undefined : { status: 'success', content: result },
    }));
    reportText({ text, calls, request });
    return { messages: toMessages(text, calls), calls, text, memo };
  };
}

async function runFunction({ agent, run, request }: { agent: Agent; run: AgentFunction; request: RespondRequest }) {
  const { inputs, tools, toolChoice, signal, userToken } = request;
  const past = request.past ?? { history: async () => [], messages: async () => request.messages };
  const task = request.task ?? { id: '', swarm: '', owner: '' };
  signal.throwIfAborted();
  request.onAsk?.();
  let output: unknown;
  try {
    const { history, messages } = past;
    output = await run({ inputs, task, tools, toolChoice, signal, userToken, history, messages });
  } catch (cause) {
    signal.throwIfAborted();
    if (PosthouseError.isInstance(cause)) throw cause;
    const reason = messageOf(cause);
    throw new PosthouseError({
      code: 'model_failed',
      message: `the function of agent ${agent.name} failed: ${reason}`,
      details: { afterOutput: false, retryable: false, tries: 1 },
      cause,
    });
  }
  signal.throwIfAborted();
  const parsed = outputSchema.safeParse(output);
  if (parsed.success) return parsed.data;
  throw new PosthouseError({
    code: 'invalid_output',
    message: `the function of agent ${agent.name} must return { text?, calls?: { tool, input, callId?, reasoning?, preamble?, result? }[], memo? }: ${z.prettifyError(parsed.error)}`,
    cause: parsed.error,
  });
}

type Said = { text: string; calls: readonly RespondedCall[] };

/** Readers see the text of a function as they see that of a model. */
function reportText({ text, calls, request }: Said & { request: RespondRequest }): void {
  let part = 0;
  const report = (kind: 'text' | 'answer', delta: string): void => {
    if (delta !== '') request.onDelta({ part: part++, kind, delta });
  };
  report('text', text);
  for (const { tool, input } of calls) if (tool === 'task_complete') report('answer', finishMessageOf(input));
}

/** The history of an agent stays a valid prompt, so that a model can take its place later. */
function toMessages(text: string, responded: readonly RespondedCall[]): AssistantModelMessage[] {
  // Only the provider that ran a tool itself knows how to read that.
  const calls = responded.filter(({ builtin }) => builtin === undefined);
  const content: AssistantModelMessage['content'] = [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ callId, tool, input }) => ({
      type: 'tool-call' as const,
      toolCallId: callId,
      toolName: tool,
      input: isJSONObject(input) ? input : {},
    })),
  ];
  return content.length === 0 ? [] : [{ role: 'assistant', content }];
}
