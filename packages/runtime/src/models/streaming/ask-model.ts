import { PosthouseError } from '@posthouse/protocol';
import {
  isStepCount,
  type ModelMessage,
  type StepResult,
  streamText,
  type TextStreamPart,
  ToolChoiceViolationError,
  type ToolSet,
} from 'ai';
import type { CallSettings } from '../request/call-settings.ts';
import type { ModelObject } from '../providers/model-options.ts';
import { type FailureContext, toModelFailure } from '../failure/to-model-failure.ts';
import type { ChosenTools } from '../request/tool-choice.ts';

export type ModelCall = ChosenTools & {
  model: ModelObject;
  system: string;
  messages: ModelMessage[];
  settings: CallSettings;
  maxRetries: number;
  signal: AbortSignal;
  onPart(part: TextStreamPart<ToolSet>): void;
  failure: Omit<FailureContext, 'afterOutput'>;
};

/**
 * Asks a model once and reads its answer to the end. Rejects with the signal's reason when that aborts, and with one
 * error for everything else that keeps the answer from being complete.
 */
export async function askModel(call: ModelCall): Promise<StepResult<ToolSet>> {
  const { signal, onPart, failure } = call;
  let afterOutput = false;
  let choiceIgnored = false;
  const fail = (error: unknown): unknown =>
    signal.aborted ? signal.reason : toModelFailure(error, { ...failure, afterOutput });

  // Cancelling a stream of the AI SDK does not reach the provider; this does.
  const leaving = new AbortController();
  const result = ask(call, AbortSignal.any([signal, leaving.signal]));
  for await (const part of readParts(result.stream, { fail, leave: () => leaving.abort() })) {
    afterOutput ||= isOutput(part);
    choiceIgnored ||= part.type === 'error';
    onPart(part);
  }
  signal.throwIfAborted();
  const step = await result.finalStep;
  const gap = findGap(step, { choiceIgnored });
  if (gap !== undefined) throw fail(new Error(gap));
  return step;
}

function ask(call: ModelCall, abortSignal: AbortSignal) {
  const { model, system, messages, tools, toolChoice, settings, maxRetries } = call;
  return streamText({
    model,
    ...(system === '' ? {} : { instructions: system }),
    messages,
    tools,
    toolChoice,
    ...settings,
    maxRetries,
    abortSignal,
    stopWhen: isStepCount(1),
    experimental_download: refuseDownloads,
    // Errors come with the stream as well; this only keeps them off the console.
    onError: () => undefined,
  });
}

/** The parts of a stream up to the first that reports a failure. Whoever stops reading early leaves. */
async function* readParts(
  stream: ReadableStream<TextStreamPart<ToolSet>>,
  { fail, leave }: { fail: (error: unknown) => unknown; leave: () => void },
): AsyncGenerator<TextStreamPart<ToolSet>> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value: part } = await reader.read();
      ended = done;
      if (done) return;
      // A model that answers although it was to use a tool has still answered; what to make of it is up to the turn.
      if (part.type === 'error' && !ToolChoiceViolationError.isInstance(part.error)) throw part.error;
      yield part;
    }
  } catch (error) {
    throw fail(error);
  } finally {
    if (!ended) leave();
  }
}

/** Whether a part is a piece of the answer. */
export function isOutput(part: TextStreamPart<ToolSet>): boolean {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return part.text !== '';
    case 'tool-input-start':
    case 'tool-call':
    case 'file':
      return true;
    default:
      return false;
  }
}

/** Why an answer that came without an error is still not whole. */
function findGap(step: StepResult<ToolSet>, { choiceIgnored }: { choiceIgnored: boolean }): string | undefined {
  const { finishReason, rawFinishReason } = step;
  if (finishReason === 'interrupted' || (finishReason === 'other' && rawFinishReason === undefined)) {
    return 'the stream ended in the middle of the answer';
  }
  // An answer that ignored the choice of tools is marked as an error, too.
  return finishReason === 'error' && !choiceIgnored ? 'the provider reported an error without saying which' : undefined;
}

type Download = NonNullable<Parameters<typeof streamText>[0]['experimental_download']>;

/**
 * Lets providers fetch the files of a prompt, and nobody else: the AI SDK would fetch what a provider cannot, from
 * addresses that come from messages.
 */
const refuseDownloads: Download = async (files) =>
  files.map(({ url, isUrlSupportedByModel }) => {
    if (isUrlSupportedByModel) return null;
    throw new PosthouseError({
      code: 'url_refused',
      message: `the model cannot read files from ${url.host}, and Posthouse does not download them`,
    });
  });
