import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { sleep, hangUntilAborted } from '../playing/sleep.ts';
import type { ScriptedAnswer } from '../playing/answer.ts';
import type { MidstreamFault } from '../fault.ts';
import { playAnswer } from '../playing/play-answer.ts';
import type { RecordedRequest, Recording } from '../recorded-request.ts';
import { ScriptPlayer } from '../playing/script-player.ts';
import type { Script } from '../turn.ts';
import type { UnexpectedRequestError } from '../unexpected-request.ts';
import { failBeforeOutput, streamAnswer } from './stream-answer.ts';
import { toContent } from './to-content.ts';
import { isLostConnection, toLostConnection, toMalformedResponse, toRefusal } from './to-error.ts';
import { toFinish } from './to-finish.ts';
import { toScriptedRequest } from './to-scripted-request.ts';

export interface ScriptedOptions {
  /** `scripted` by default. */
  readonly modelId?: string;
}

/** An AI SDK model that plays a script, and records what it was asked. */
export interface ScriptedModel extends LanguageModelV3, Disposable {
  readonly requests: readonly RecordedRequest[];
  /** Requests that the script had no answer for; each was also thrown at its caller. */
  readonly failures: readonly UnexpectedRequestError[];
  /** The request with this number, as soon as it has come. */
  received(index: number): Promise<RecordedRequest>;
  /** Throws if there was an unexpected request, or if turns of a list are left over. */
  assertClean(): void;
}

/**
 * A language model for the AI SDK (6 and 7) that answers from a script, without a network. Disposing of it throws if a
 * request came that the script did not expect.
 *
 * @example
 * using model = scripted([{ text: 'Hello.' }]);
 * const { text } = await generateText({ model, prompt: 'Say hello.' });
 */
export function scripted(script: Script, { modelId = 'scripted' }: ScriptedOptions = {}): ScriptedModel {
  const player = new ScriptPlayer(script);

  const begin = async (options: LanguageModelV3CallOptions, stream: boolean) => {
    // A caller who has left already sends nothing, so no turn is used up.
    options.abortSignal?.throwIfAborted();
    const reader = new AbortController();
    const signal = AbortSignal.any([reader.signal, ...(options.abortSignal ? [options.abortSignal] : [])]);
    const recording = player.record(toScriptedRequest(options, { model: modelId, stream, signal }));
    const answer = await closing(recording, async () => {
      const outcome = await player.play(recording.request);
      if (outcome.type === 'refusal') throw toRefusal(outcome.fault);
      return outcome.answer;
    });
    return { answer, recording, signal, leave: () => reader.abort() };
  };

  return {
    specificationVersion: 'v3',
    provider: 'scripted',
    modelId,
    supportedUrls: { '*/*': [/^https?:\/\//] },
    requests: player.requests,
    failures: player.failures,
    received: (index) => player.received(index),
    assertClean: () => player.assertClean(),
    [Symbol.dispose]: () => player.throwIfFailed(),

    async doGenerate(options) {
      const { answer, recording, signal } = await begin(options, false);
      await closing(recording, () => waitForWhole(answer, signal));
      recording.close('finished');
      return {
        content: toContent(answer, options.tools),
        ...toFinish(answer),
        warnings: [],
        response: { ...responseOf(recording), modelId },
      };
    },

    async doStream(options) {
      const { answer, recording, signal, leave } = await begin(options, true);
      await closing(recording, () => failBeforeOutput(answer.fault, signal));
      const { id, timestamp } = responseOf(recording);
      return {
        stream: streamAnswer({
          answer,
          recording,
          signal,
          leave,
          responseId: id,
          receivedAt: timestamp,
          modelId,
          tools: options.tools,
        }),
      };
    },
  };
}

function responseOf({ request }: Recording): { id: string; timestamp: Date } {
  return { id: `scripted_${request.index}`, timestamp: request.receivedAt };
}

/** Runs a step of a request; if it fails, the request is over. */
async function closing<T>(recording: Recording, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { signal } = recording.request;
    recording.close(signal.aborted ? 'client-closed' : isLostConnection(error) ? 'server-dropped' : 'finished');
    throw error;
  }
}

/** Lets the time of the stream pass for a caller who wants the answer whole. */
async function waitForWhole(answer: ScriptedAnswer, signal: AbortSignal): Promise<void> {
  for (const step of playAnswer(answer)) {
    if (step.type === 'wait') await sleep(step.ms, signal);
    if (step.type === 'fault') await failWhole(step.fault, signal);
  }
}

/** Without a stream there is no middle: each fault takes the form it has for a whole response. */
async function failWhole(fault: MidstreamFault, signal: AbortSignal): Promise<never> {
  switch (fault.kind) {
    case 'stall':
      return await hangUntilAborted(signal);
    case 'dropped-socket':
      throw toLostConnection();
    case 'error-event':
      throw toRefusal(fault);
    case 'truncated-json':
      throw toMalformedResponse();
  }
}
