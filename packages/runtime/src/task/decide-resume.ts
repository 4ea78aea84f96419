import { type CallResult, isJSONObject, type JSONValue, parseJSON, PosthouseError } from '@posthouse/protocol';
import { answerOpenCalls } from './answer-open-calls.ts';
import type { Decision } from './decision.ts';
import { openCallsOf, type DecisionState } from './task-data.ts';

/**
 * Results for open calls: a list by call id, or a plain text or `{ content }` if only one call is open. For a call
 * that asks for approval, the content is `{ approved, reason? }`, the same as JSON text, or yes and no in words.
 */
export type CallAnswers = string | { content: JSONValue } | { callId: string; content: JSONValue }[];

/** Hands results to the calls that wait for them. Whatever does not fit is an error, and the task stays paused. */
export function decideResume({ task, open }: DecisionState, answers: CallAnswers): Decision {
  const waiting = openCallsOf(open);
  if (task.openRun === null || waiting.length === 0) {
    throw new PosthouseError({ code: 'call_not_found', message: `task '${task.taskId}' does not wait for any result` });
  }
  const byCall = toAnswersByCall(
    answers,
    waiting.map((call) => call.callId),
  );
  const { entries, turns, resumed } = answerOpenCalls(open, task.openRun, (call) => {
    const content = byCall.get(call.callId);
    return content === undefined ? undefined : toOutcome(content, call.approval !== undefined);
  });
  return { entries, turns, ...(resumed ? { status: 'running' as const } : {}) };
}

/**
 * The same for answers that come by way of another swarm: its user may have answered while a second question was on its
 * way, and answers the first one again. What is answered already stays so.
 */
export function decideRemoteResume(state: DecisionState, answers: CallAnswers): Decision | undefined {
  if (!Array.isArray(answers)) return decideResume(state, answers);
  const waiting = new Set(openCallsOf(state.open).map((call) => call.callId));
  const fitting = answers.filter(({ callId }) => waiting.has(callId));
  return fitting.length === 0 ? undefined : decideResume(state, fitting);
}

function toAnswersByCall(answers: CallAnswers, waiting: string[]): Map<string, JSONValue> {
  if (Array.isArray(answers)) {
    const unknown = answers.filter((answer) => !waiting.includes(answer.callId)).map((answer) => answer.callId);
    if (unknown.length > 0 || answers.length === 0) {
      throw new PosthouseError({
        code: 'call_not_found',
        message: `no call ${unknown.join(', ')} waits for a result; open calls: ${waiting.join(', ')}`,
      });
    }
    return new Map(answers.map((answer) => [answer.callId, answer.content]));
  }
  if (waiting.length > 1) {
    throw new PosthouseError({
      code: 'call_not_found',
      message: `${waiting.length} calls wait for a result; answer with a list that gives each its call_id: ${waiting.join(', ')}`,
    });
  }
  return new Map([[waiting[0]!, typeof answers === 'string' ? answers : answers.content]]);
}

/** What an answer comes to: a result, or the approval to run the action. */
export function toOutcome(content: JSONValue, isApproval: boolean): CallResult | 'granted' {
  if (!isApproval) return { status: 'success', content };
  const { approved, reason } = toVerdict(content);
  if (approved) return 'granted';
  return { status: 'error', content: `not approved${reason === undefined ? '' : `: ${reason}`}`, code: 'denied' };
}

/**
 * Only a clear yes is a yes. Many a client can hand over nothing but text, so a verdict may also come as JSON text, also of
 * a text; any other text is a refusal in words, which the agent is told.
 */
function toVerdict(content: JSONValue): { approved: boolean; reason?: string } {
  if (typeof content === 'boolean') return { approved: content };
  if (typeof content === 'string') {
    const isYes = /^(yes|y|approve|approved|true)$/i.test(content.trim());
    return readVerdict(content) ?? { approved: isYes, reason: content };
  }
  if (!isJSONObject(content)) return { approved: false };
  const { approved, reason } = content;
  return { approved: approved === true, ...(typeof reason === 'string' ? { reason } : {}) };
}

function readVerdict(text: string): { approved: boolean; reason?: string } | undefined {
  try {
    const value = parseJSON(text) as JSONValue;
    const isVerdict = typeof value === 'string' || (isJSONObject(value) && typeof value.approved === 'boolean');
    return isVerdict ? toVerdict(value) : undefined;
  } catch {
    return undefined;
  }
}
