import type { LanguageModelV3FinishReason, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { type MAILAgentEvent, toAgentEvent } from '../agent-event.ts';
import { MAILTaskError } from '../mail-task-error.ts';
import { type MAILProviderMetadata, toMetadata } from '../metadata.ts';
import type { CallPlan } from '../request/plan-call.ts';
import type { MAILProviderSettings } from '../settings.ts';
import { type Frame, isOfAnswer, type OpenCall, toOpenCalls } from '../wire/frame.ts';
import { answerWriter } from './answer-writer.ts';
import { callWriter } from './call-writer.ts';
import type { Draft } from './draft.ts';
import { partWriter } from './part-writer.ts';
import { thoughtWriter } from './thought-writer.ts';
import { addUsage, toTotalUsage } from './usage.ts';

export type TranslatorOptions = {
  plan: CallPlan;
  modelId: string;
  includeRaw: boolean;
  includeAgentChatter: MAILProviderSettings['includeAgentChatter'];
  onEvent: MAILProviderSettings['onEvent'];
};

/** Turns the frames of a MAIL stream into the parts of an AI SDK stream, one frame at a time. */
export function frameTranslator({ plan, modelId, includeRaw, includeAgentChatter, onEvent }: TranslatorOptions) {
  const { taskId, swarm, instructions, structured, withoutTools, declared, adopted } = plan;
  const writer = partWriter({ taskId, swarm, instructions });
  const answer = answerWriter(writer, { held: structured });
  const thoughts = thoughtWriter(writer);
  const calls = callWriter(writer, { hidden: withoutTools, declared, adopted });
  const usage: MAILProviderMetadata['usage'] = {};
  const agentTrace: MAILProviderMetadata['agentTrace'] = [];
  const events: MAILAgentEvent[] = [];
  const letters = new Set<string>();
  let answering: string | undefined;
  let pausing: string | undefined;
  let sawBreakpoint = false;
  let introduced = false;
  let finished = false;

  const finish = (
    finishReason: LanguageModelV3FinishReason,
    outcome: Pick<MAILProviderMetadata, 'taskStatus' | 'resumeToken' | 'code'>,
  ): void => {
    finished = true;
    const currentAgent = agentTrace.at(-1)?.agent ?? null;
    const metadata = { taskId, ...outcome, currentAgent, agentTrace, usage, ...(plan.includeEvents && { events }) };
    const providerMetadata = toMetadata(metadata);
    writer.push({ type: 'finish', finishReason, usage: toTotalUsage(usage), providerMetadata });
  };

  const fail = (error: unknown, taskStatus: MAILProviderMetadata['taskStatus']): void => {
    const code = MAILTaskError.isInstance(error) ? error.code : undefined;
    answer.retract();
    calls.close(true);
    writer.endAll();
    writer.push({ type: 'error', error });
    finish({ unified: 'error', raw: code }, { taskStatus, code });
  };

  const pause = (open: OpenCall[]): void => {
    answer.retract();
    writer.endAll();
    calls.paused(open, pausing);
    const unified = withoutTools ? 'other' : 'tool-calls';
    finish({ unified, raw: 'paused' }, { taskStatus: 'paused', resumeToken: 'breakpoint_tool_call' });
  };

  const end = (event: string, { response, status, code = status }: NonNullable<Frame['end']>): void => {
    if (event === 'task_error') {
      const error = new MAILTaskError({ message: response, taskId, code });
      return fail(error, status === 'cancelled' ? status : 'error');
    }
    const open = status === 'paused' || (status === undefined && sawBreakpoint) ? toOpenCalls(response) : undefined;
    if (open !== undefined) return pause(open);
    answer.finish(response, answering);
    calls.close();
    writer.endAll();
    finish({ unified: 'stop', raw: status }, { taskStatus: 'completed', resumeToken: 'user_response' });
  };

  const report = (frame: Frame): void => {
    const { agent, event, at: timestamp = null } = frame;
    const told = toAgentEvent(frame, taskId);
    if (includeRaw) writer.push({ type: 'raw', rawValue: told });
    try {
      onEvent?.(told);
    } catch {
      // A listener that fails must not cost anybody the answer.
    }
    if (frame.token !== undefined) return;
    if (agent !== undefined) agentTrace.push({ agent, timestamp, event });
    if (plan.includeEvents) events.push(told);
  };

  const readLetter = ({ letter }: Frame): void => {
    // A broadcast is told once for each of its readers.
    if (letter === undefined || !letter.fromAgent || letters.has(letter.id)) return;
    letters.add(letter.id);
    const { from: agent, body, completes } = letter;
    if (completes) answering = agent;
    else calls.sent(agent);
    if (completes || !includeAgentChatter || body === '') return;
    // An answer that has to be JSON cannot have words around it, and one that has begun none in its middle.
    const aside = includeAgentChatter === 'reasoning' || structured || answer.isBegun();
    const block = writer.begin(aside ? 'reasoning' : 'text', { agent, kind: 'chatter' });
    writer.write(block, `[${agent}]: ${body}\n`);
    writer.end(block);
  };

  const translate = (frame: Frame): void => {
    const { agent = '', event, token, description, tool } = frame;
    // Servers that give a result no field of its own tell it behind the first line of their description.
    const { result = description.slice(description.indexOf('\n') + 1) } = frame;
    switch (event) {
      case 'token':
        return (isOfAnswer(token!) ? answer : thoughts).take(token!);
      case 'tool_call':
        thoughts.confirm(agent, frame.reasoning);
        thoughts.confirm(agent, frame.preamble, 'preamble');
        thoughts.settle(agent);
        return calls.called(frame);
      case 'usage':
        thoughts.settle(agent);
        calls.sealed(agent);
        usage[agent] = addUsage(usage[agent], frame.usage!);
        return;
      case 'new_message':
        return readLetter(frame);
      case 'action_complete':
      case 'breakpoint_action_complete':
        return calls.ended(frame, result);
      case 'action_error':
        return calls.ended(frame, result, true);
      case 'builtin_tool_call':
      case 'await_message':
      case 'broadcast_ignored':
      case 'help_called':
        return calls.ended({ ...frame, tool: tool ?? TOOLS[event] }, 'done');
      case 'agent_error':
        if (frame.callId === undefined) return;
        if (tool === 'task_complete') answer.drop((draft) => draft.agent === agent);
        return calls.ended(frame, description, true);
      case 'text_abandoned': {
        const { turn, attempt = 0 } = frame;
        const isVoid = (draft: Draft): boolean =>
          draft.agent === agent && (turn === undefined || turn === draft.turn) && draft.attempt <= attempt;
        thoughts.drop(isVoid);
        return answer.drop(isVoid);
      }
      case 'breakpoint_tool_call':
        pausing = frame.agent;
        sawBreakpoint = true;
    }
  };

  return {
    /** Whether the stream is over; there is nothing to translate any more. */
    isFinished: (): boolean => finished,

    take(frame: Frame): LanguageModelV3StreamPart[] {
      if (finished || frame.event === 'ping') return [];
      if (!introduced) {
        introduced = true;
        const timestamp = frame.at === undefined ? new Date() : new Date(frame.at);
        writer.push({ type: 'response-metadata', id: frame.answerId ?? taskId, timestamp, modelId });
      }
      report(frame);
      if (frame.end === undefined) translate(frame);
      else end(frame.event, frame.end);
      return writer.take();
    },

    /** Something went wrong on our side of the stream, or on the way. */
    fail(error: unknown): LanguageModelV3StreamPart[] {
      if (!finished) fail(error, 'running');
      return writer.take();
    },
  };
}

/** What these frames are about, on servers that leave it out. */
const TOOLS: Record<string, string> = {
  await_message: 'await_message',
  broadcast_ignored: 'ignore_broadcast',
  help_called: 'help',
};
