import type { StepResult, ToolSet } from 'ai';
import type { Agent, ModelRef } from '../definitions/agent.ts';
import type { Prices } from '../definitions/swarm-definition.ts';
import { isThinking, toCallSettings } from './request/call-settings.ts';
import { boundModel } from './streaming/bound-model.ts';
import { deltaReporter } from './streaming/delta-reporter.ts';
import type { ModelObject, ModelOptions } from './providers/model-options.ts';
import { resolveModel } from './resolve-model.ts';
import type { Respond, RespondRequest, RespondResult } from './respond.ts';
import { secretsOf } from './providers/secrets.ts';
import type { ModelCall } from './streaming/stream-answer.ts';
import { streamWholeAnswer } from './streaming/stream-whole-answer.ts';
import { toCalls } from './answer/to-calls.ts';
import { toModelFailure } from './failure/to-model-failure.ts';
import { toPromptMessages } from './answer/to-prompt-messages.ts';
import { addUsage, toUsage } from './answer/to-usage.ts';
import { chooseTools } from './request/tool-choice.ts';
import { toToolSet } from './request/tool-set.ts';

export type ModelResponderOptions = Omit<ModelOptions, 'toolFormat' | 'useProxy'> & {
  prices?: Prices;
  /** How often a call is tried again when the provider refuses it for the time being; 4 unless given. */
  maxRetries?: number;
};

/** An agent that a language model answers for. */
export function modelResponder(agent: Agent, ref: ModelRef, options: ModelResponderOptions): Respond {
  const modelOptions = { ...options, toolFormat: agent.toolFormat, useProxy: agent.useProxy };
  const secrets = secretsOf(modelOptions);
  let resolved: ModelObject | undefined;

  return async (request) => {
    const model = (resolved ??= await resolveModel(ref, modelOptions));
    const failure = { model: nameOf(ref, model), secrets };
    let wasCut = false;
    const { textBytes = Infinity, onAsk = () => undefined } = request;
    const steps = await streamWholeAnswer({
      ...toQuestion({ agent, request, model }),
      model: boundModel(model, { textBytes, onAsk, onCut: () => (wasCut = true) }),
      system: agent.system,
      messages: request.messages,
      maxRetries: options.maxRetries ?? 4,
      signal: request.signal,
      onPart: deltaReporter(request.onDelta),
      failure,
    });
    const answer = toCalls(
      steps.flatMap((step) => step.content),
      agent,
    );
    if (answer.calls.length === 0 && answer.text === '') {
      const why = wasCut ? `it was cut off after ${textBytes} bytes (limits.textBytes)` : stopReason(steps);
      const nothing = new Error(`the model answered nothing${why === undefined ? '' : ` (${why})`}`);
      throw toModelFailure(nothing, { ...failure, afterOutput: answer.reasoning !== undefined });
    }
    return {
      messages: toPromptMessages(steps.flatMap((step) => step.response.messages)),
      ...answer,
      ...usageOf(steps, { model: failure.model, prices: options.prices }),
    };
  };
}

/** What the model is asked besides the conversation, in the terms of its provider. */
function toQuestion({ agent, request, model }: { agent: Agent; request: RespondRequest; model: ModelObject }) {
  const { provider } = model;
  const settings = toCallSettings({ agent, provider });
  const tools = toToolSet({ tools: request.tools, providerTools: agent.providerTools, provider });
  const unforceable = isThinking(settings);
  return {
    settings,
    ...chooseTools({ asked: request.toolChoice, tools, unforceable }),
  } satisfies Partial<ModelCall>;
}

/** The name in the configuration; of a model that came as an object, what the AI SDK says of it. */
function nameOf(ref: ModelRef, { provider, modelId }: ModelObject): string {
  return typeof ref === 'string' ? ref : `${provider.split('.')[0] ?? provider}/${modelId}`;
}

/** Why it stopped, where that is the provider's word: an answer without a call is an error for the AI SDK. */
function stopReason(steps: readonly StepResult<ToolSet>[]): string | undefined {
  const last = steps.at(-1);
  const reason = last?.rawFinishReason ?? (last?.finishReason === 'error' ? undefined : last?.finishReason);
  return reason === undefined ? undefined : `finish reason: ${reason}`;
}

function usageOf(
  steps: readonly StepResult<ToolSet>[],
  options: { model: string; prices?: Prices },
): Pick<RespondResult, 'usage'> {
  const usage = steps.map((step) => toUsage(step.usage, options)).reduce(addUsage);
  return usage === undefined ? {} : { usage: { model: options.model, usage } };
}
