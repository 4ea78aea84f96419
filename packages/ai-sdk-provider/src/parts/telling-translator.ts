import type { LanguageModelV3FinishReason, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import {
  addUsage,
  type AnswerStep,
  ownValue,
  sayAnswer,
  startAnswer,
  type Telling,
  type TimedTelling,
  type ToldMail,
  type ToldText,
} from '@posthouse/protocol/light';
import type { MAILAgentEvent } from '../agent-event.ts';
import { MAILTaskError } from '../mail-task-error.ts';
import { type MAILProviderMetadata, type PartMark, toMetadata } from '../metadata.ts';
import type { CallPlan } from '../request/plan-call.ts';
import type { MAILProviderSettings } from '../provider-settings.ts';
import { callParts } from './call-parts.ts';
import { type Block, partWriter } from './part-writer.ts';
import { toAgentEvent } from './to-agent-event.ts';
import { toTotalUsage } from './to-total-usage.ts';

export type TranslatorOptions = {
  plan: CallPlan;
  modelId: string;
  includeRaw: boolean;
  /** Whether the parts become one whole answer. */
  whole: boolean;
  includeAgentChatter: MAILProviderSettings['includeAgentChatter'];
  onEvent: MAILProviderSettings['onEvent'];
};

/** Turns what is told of a run into the parts of an AI SDK stream, one telling at a time. */
export function tellingTranslator(options: TranslatorOptions) {
  const { plan, modelId, includeRaw, whole, includeAgentChatter, onEvent } = options;
  const { taskId, swarm, instructions, structured, withoutTools, declared, adopted } = plan;
  const base: PartMark = { taskId, swarm, instructions, seq: plan.seq, digest: plan.digest };
  const writer = partWriter(base);
  let answer = startAnswer({ held: structured });
  const calls = callParts(writer, { hidden: withoutTools, declared, adopted, whole });
  const thoughts = new Map<string, Block>();
  let usage: MAILProviderMetadata['usage'] = {};
  const agentTrace: MAILProviderMetadata['agentTrace'] = [];
  const events: MAILAgentEvent[] = [];
  const chatted = new Set<string>();
  let words: Block | undefined;
  let budgets: MAILProviderMetadata['budgets'];
  let introduced = false;
  let finished = false;

  const finish = (
    finishReason: LanguageModelV3FinishReason,
    outcome: Pick<MAILProviderMetadata, 'taskStatus' | 'resumeToken' | 'code' | 'budget'>,
  ): void => {
    finished = true;
    writer.endAll();
    const currentAgent = agentTrace.at(-1)?.agent ?? null;
    const metadata = {
      taskId,
      ...outcome,
      budgets,
      currentAgent,
      agentTrace,
      usage,
      ...(plan.includeEvents && { events }),
    };
    const providerMetadata = toMetadata(metadata);
    writer.push({ type: 'finish', finishReason, usage: toTotalUsage(usage), providerMetadata });
  };

  const fail = (error: unknown, taskStatus: MAILProviderMetadata['taskStatus']): void => {
    const code = MAILTaskError.isInstance(error) ? error.code : undefined;
    calls.close();
    writer.endAll();
    writer.push({ type: 'error', error });
    finish({ unified: 'error', raw: code }, { taskStatus, code });
  };

  const say = (step: AnswerStep): void => {
    if (step.type === 'answer-retracted') {
      writer.end(words, { retracted: true });
      words = undefined;
    } else {
      words ??= writer.begin('text', { agent: step.by.agent || undefined });
      writer.write(words, step.delta);
    }
  };

  /** What agents think, and what they say beside their calls, each in a block of its own. */
  const think = ({ id, by, kind }: ToldText, delta: string): void => {
    let block = thoughts.get(id);
    if (!block) {
      block = writer.begin('reasoning', { agent: by.agent, kind: kind === 'text' ? 'preamble' : undefined });
      thoughts.set(id, block);
    }
    writer.write(block, delta);
  };

  const chat = ({ messageId, from: agent, body }: ToldMail): void => {
    // A broadcast is told once for each of its readers.
    if (!includeAgentChatter || body === '' || chatted.has(messageId)) return;
    chatted.add(messageId);
    // An answer that has to be JSON cannot have words around it, and one that has begun none in its middle.
    const aside = includeAgentChatter === 'reasoning' || structured || words;
    const block = writer.begin(aside ? 'reasoning' : 'text', { agent, kind: 'chatter' });
    writer.write(block, `[${agent}]: ${body}\n`);
    writer.end(block);
  };

  const end = ({ outcome, text, code }: Telling & { type: 'end' }): void => {
    if (outcome !== 'complete') {
      const error = new MAILTaskError({ message: text, taskId, code: code ?? outcome });
      return fail(error, outcome);
    }
    calls.close();
    finish({ unified: 'stop', raw: 'complete' }, { taskStatus: 'completed', resumeToken: 'user_response' });
  };

  const translate = (telling: Telling): void => {
    const said = sayAnswer(answer, telling);
    answer = said.state;
    for (const step of said.steps) say(step);
    // Only a pause and the end have any, and both finish.
    ({ budgets } = telling as Telling & { type: 'end' });
    switch (telling.type) {
      case 'text':
        if (!telling.text.isAnswer) think(telling.text, telling.delta);
        return;
      case 'text-end':
        writer.end(thoughts.get(telling.text.id), telling.retracted ? { retracted: true } : {});
        thoughts.delete(telling.text.id);
        return;
      case 'call':
        return calls.called(telling.call);
      case 'result':
        return calls.ended(telling.call, telling.result);
      case 'usage':
        usage = { ...usage, [telling.agent]: addUsage(ownValue(usage, telling.agent), telling.usage) };
        return;
      case 'mail':
        return chat(telling.mail);
      case 'pause': {
        writer.endAll();
        calls.asked(telling.questions);
        const { budget } = telling;
        if (budget && !telling.questions[0]) {
          const code = 'budget_exceeded';
          return finish({ unified: 'other', raw: code }, { taskStatus: 'paused', code, budget });
        }
        const unified = withoutTools ? 'other' : 'tool-calls';
        return finish({ unified, raw: 'paused' }, { taskStatus: 'paused', resumeToken: 'breakpoint_tool_call' });
      }
      case 'end':
        return end(telling);
    }
  };

  const report = (telling: Telling, at: string | undefined): void => {
    const told = toAgentEvent(telling, { taskId, at });
    if (includeRaw) writer.push({ type: 'raw', rawValue: told });
    try {
      onEvent?.(told);
    } catch {
      // A listener that fails must not cost anybody the answer.
    }
    if (telling.type === 'text') return;
    if (told.agent !== null) agentTrace.push({ agent: told.agent, timestamp: told.timestamp, event: told.event });
    if (plan.includeEvents) events.push(told);
  };

  return {
    /** Whether the stream is over; there is nothing to translate any more. */
    isFinished: (): boolean => finished,

    take({ telling, at, run, seq = base.seq }: TimedTelling): LanguageModelV3StreamPart[] {
      if (finished) return [];
      Object.assign(base, { run, seq });
      if (!introduced) {
        introduced = true;
        const timestamp = new Date(Date.parse(at ?? '') || Date.now());
        const id = telling.type === 'start' ? telling.answerId : taskId;
        writer.push({ type: 'response-metadata', id, timestamp, modelId });
      }
      report(telling, at);
      translate(telling);
      return writer.take();
    },

    /** Something went wrong on our side of the stream, or on the way. */
    fail(error: unknown): LanguageModelV3StreamPart[] {
      if (!finished) {
        writer.end(words, { retracted: true });
        fail(error, 'running');
      }
      return writer.take();
    },
  };
}
