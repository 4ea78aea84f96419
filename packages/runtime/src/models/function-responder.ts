import { isJSONObject, messageOf, newId, PosthouseError } from '@posthouse/protocol';
import { type AssistantModelMessage, RetryError } from 'ai';
import { z } from 'zod';
import type { AgentFunction } from '../definitions/agent-function.ts';
import type { Agent } from '../definitions/agent.ts';
import { finishMessageOf } from './streaming/delta-reporter.ts';
import { toInputError } from './answer/input-error.ts';
import { CallMeter, type CallTally, type MeteredModel } from '../respond/call-meter.ts';
import type { Past } from '../respond/past-turn.ts';
import type { Prices } from '../respond/prices.ts';
import type { Respond, RespondedCall, RespondRequest } from '../respond/respond.ts';
import { firstBytes } from '../messages/cut-text.ts';
import { type RateLimit, readRateLimit } from './failure/read-rate-limit.ts';
import { askUntilHeard, endedBy } from './streaming/ask-until-heard.ts';
import { toCutWord } from './streaming/cut-answer.ts';
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

type FunctionOutput = z.infer<typeof outputSchema>;
type FunctionCall = { agent: Agent; run: AgentFunction; request: RespondRequest };

/** An agent that a plain function answers for. */
export function functionResponder(agent: Agent, run: AgentFunction, { prices }: { prices?: Prices } = {}): Respond {
  return async (request) => {
    const asked = { agent, run, request };
    const model = agent.asksModel;
    const output = model === undefined ? await askFunction(asked) : await askAsModel(asked, { model, prices });
    const { text = '', calls: made = [], memo } = output;
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

function askFunction(call: FunctionCall): Promise<FunctionOutput> {
  call.request.signal.throwIfAborted();
  call.request.onAsk?.();
  return runFunction(call);
}

/** A function that asks a model waits for its turn like a call of that model, and is counted as one. */
async function askAsModel(call: FunctionCall, metered: MeteredModel): Promise<FunctionOutput> {
  const { signal, takeSlot, mayAsk, onAsk, meter = new CallMeter() } = call.request;
  const taken = await takeSlot?.({ model: metered.model, signal });
  const slot = taken && endedBy(taken, signal);
  let tally: CallTally | undefined;
  const ask = async (): Promise<FunctionOutput> => {
    signal.throwIfAborted();
    // While this one waited for its turn, others have spent.
    await mayAsk?.();
    if (tally === undefined) onAsk?.();
    tally ??= meter.begin(metered, await pastOf(call.request).messages());
    await tally.noted;
    return tally.sent(runFunction(call), signal);
  };
  const toFailure = (error: unknown): PosthouseError =>
    PosthouseError.isInstance(error) ? error : new PosthouseError({ code: 'model_failed', message: messageOf(error) });
  const output = await askUntilHeard(ask, { slot, signal, toFailure, readLimit });
  tally!.see({ type: 'text-delta', id: '', delta: JSON.stringify(output) });
  slot?.end();
  return cutOutput(call, output);
}

/** Leaves of a too long answer what would be left of it if a model had given it: the beginning, without calls that do not fit. */
function cutOutput({ agent, request }: FunctionCall, output: FunctionOutput): FunctionOutput {
  const { textBytes = Infinity } = request;
  const { text = '', calls = [] } = output;
  let left = textBytes - Buffer.byteLength(text);
  const kept = calls.filter(({ input, reasoning = '', preamble = '' }) => {
    left -= Buffer.byteLength(`${JSON.stringify(input)}${reasoning}${preamble}`);
    return left >= 0;
  });
  if (left >= 0) return output;
  if (text !== '' || kept.length > 0) {
    return { ...output, text: `${firstBytes(text, textBytes)}${toCutWord(`${textBytes} bytes`)}`, calls: kept };
  }
  throw new PosthouseError({
    code: 'model_failed',
    message: `the function of agent ${agent.name} answered nothing: it was cut off after ${textBytes} bytes (limits.textBytes)`,
    details: { afterOutput: false, retryable: false, tries: 1 },
  });
}

/** Functions that use the AI SDK pass its errors on; of those in Python the name is known, which all libraries share. */
function readLimit(error: unknown, now: number): RateLimit | undefined {
  if (!PosthouseError.isInstance(error)) return undefined;
  const { cause, details, message } = error;
  if ((details as { type?: unknown } | undefined)?.type === 'RateLimitError') {
    return message.includes('insufficient_quota') ? undefined : {};
  }
  return readRateLimit(RetryError.isInstance(cause) ? cause.lastError : cause, now);
}

function pastOf({ past, messages }: RespondRequest): Past {
  return past ?? { history: async () => [], messages: async () => messages };
}

async function runFunction({ agent, run, request }: FunctionCall): Promise<FunctionOutput> {
  const { inputs, tools, toolChoice, signal, userToken } = request;
  const past = pastOf(request);
  const task = request.task ?? { id: '', swarm: '', owner: '' };
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
