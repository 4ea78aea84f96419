import type { StepResult, ToolSet } from 'ai';
import type { Agent, ModelRef } from '../definitions/agent.ts';
import type { Prices } from '../respond/prices.ts';
import { nameOfModel } from './providers/model-name.ts';
import { isThinking, toCallSettings } from './request/call-settings.ts';
import { CallMeter } from '../respond/call-meter.ts';
import { boundModel } from './streaming/bound-model.ts';
import { deltaReporter } from './streaming/delta-reporter.ts';
import type { ModelObject, ModelOptions } from './providers/model-options.ts';
import { isProxied, resolveModel } from './resolve-model.ts';
import type { AnswerWatch, Respond, RespondRequest, RespondResult } from '../respond/respond.ts';
import { secretsOf } from './providers/secrets.ts';
import { askModel, isOutput, type ModelCall } from './streaming/ask-model.ts';
import { toCalls } from './answer/to-calls.ts';
import { toModelFailure } from './failure/to-model-failure.ts';
import { toPromptMessages } from './answer/to-prompt-messages.ts';
import { chooseTools } from './request/tool-choice.ts';
import { toModelTools } from './request/to-model-tools.ts';

export type ModelResponderOptions = Omit<ModelOptions, 'toolFormat' | 'useProxy' | 'userToken'> & {
  prices?: Prices;
  /** How often a call is tried again when the provider refuses it for the time being; 4 unless given. */
  maxRetries?: number;
};

/** An agent that a language model answers for. */
export function modelResponder(agent: Agent, ref: ModelRef, options: ModelResponderOptions): Respond {
  const modelOptions = { ...options, toolFormat: agent.toolFormat, useProxy: agent.useProxy };
  const byToken = isProxied(ref, agent);
  /** Made for whoever was asked for last. */
  let resolved: { userToken: string | undefined; model: ModelObject } | undefined;

  const toModel = async ({ userToken: given }: RespondRequest): Promise<ModelObject> => {
    const userToken = byToken ? given : undefined;
    if (resolved !== undefined && resolved.userToken === userToken) return resolved.model;
    const model = await resolveModel(ref, { ...modelOptions, userToken });
    resolved = { userToken, model };
    return model;
  };

  return async (request) => {
    const model = await toModel(request);
    const { system } = agent;
    const { provider } = model;
    const watch = request.watch?.model({ provider, model: nameOfModel(ref), system, messages: request.messages });
    const ask = (): Promise<RespondResult> => respond(request, model, watch);
    return watch === undefined ? ask() : watch.over(ask, request.signal);
  };

  async function respond(request: RespondRequest, model: ModelObject, watch?: AnswerWatch): Promise<RespondResult> {
    const secrets = secretsOf({ ...modelOptions, userToken: request.userToken });
    const failure = { model: nameOfModel(ref), secrets };
    let cutAfter: string | undefined;
    const report = deltaReporter(request.onDelta);
    const { textBytes = Infinity, onAsk = () => undefined, mayAsk = async () => undefined, takeSlot } = request;
    const meter = new CallMeter({ above: request.meter });
    const steps = await streamWholeAnswer({
      ...toQuestion({ agent, request, model }),
      model: boundModel(model, {
        toFailure: (error) => toModelFailure(error, { ...failure, afterOutput: false }),
        metered: { model: failure.model, prices: options.prices },
        textBytes,
        mayAsk,
        takeSlot,
        onAsk,
        onCut: (after) => (cutAfter = after),
        watch,
        meter,
      }),
      system: agent.system,
      messages: request.messages,
      maxRetries: options.maxRetries ?? 4,
      signal: request.signal,
      onPart: (part) => {
        if (isOutput(part)) watch?.came();
        report(part);
      },
      failure,
    });
    watch?.stopped(steps.map((step) => step.finishReason));
    const answer = toCalls(
      steps.flatMap((step) => step.content),
      agent,
    );
    if (answer.calls.length === 0 && answer.text === '') {
      const why = cutAfter === undefined ? stopReason(steps) : `it was cut off after ${cutAfter}`;
      const nothing = new Error(`the model answered nothing${why === undefined ? '' : ` (${why})`}`);
      throw toModelFailure(nothing, { ...failure, afterOutput: answer.reasoning !== undefined });
    }
    return {
      messages: toPromptMessages(steps.flatMap((step) => step.response.messages)),
      ...answer,
      usage: meter.read()[0],
    };
  }
}

/** What the model is asked besides the conversation, in the terms of its provider. */
function toQuestion({ agent, request, model }: { agent: Agent; request: RespondRequest; model: ModelObject }) {
  const { provider } = model;
  const settings = toCallSettings({ agent, provider });
  const tools = toModelTools({ tools: request.tools, providerTools: agent.providerTools, provider });
  const unforceable = isThinking(settings);
  return {
    settings,
    ...chooseTools({ asked: request.toolChoice, tools, unforceable }),
  } satisfies Partial<ModelCall>;
}

/** Why it stopped, where that is the provider's word: an answer without a call is an error for the AI SDK. */
function stopReason(steps: readonly StepResult<ToolSet>[]): string | undefined {
  const last = steps.at(-1);
  const reason = last?.rawFinishReason ?? (last?.finishReason === 'error' ? undefined : last?.finishReason);
  return reason === undefined ? undefined : `finish reason: ${reason}`;
}

/** An answer that pauses more often than this is not getting anywhere. */
const MAX_PAUSES = 10;

/**
 * Asks a model until its answer is whole, and returns what it answered each time. That is once, except with Anthropic,
 * which pauses an answer when its own tools run for long and goes on when it is sent back what it has said so far.
 */
async function streamWholeAnswer(call: ModelCall): Promise<StepResult<ToolSet>[]> {
  const steps: StepResult<ToolSet>[] = [];
  do {
    const said = toPromptMessages(steps.flatMap((step) => step.response.messages));
    steps.push(await askModel({ ...call, messages: [...call.messages, ...said] }));
  } while (steps.at(-1)?.rawFinishReason === 'pause_turn' && steps.length <= MAX_PAUSES);
  return steps;
}
