import { isJSONObject, type JSONObject, type JSONValue, type MAILMessage } from '@posthouse/protocol';
import type { PastCall, PastTurn } from '../respond/past-turn.ts';
import { ACTION_COMPLETE, ACTION_ERROR } from '../turns/reprompt.ts';
import { toResultText } from '../turns/to-prompt.ts';
import { stepOf } from '../task/step-context.ts';
import { toReferenceMail } from './reference-mail.ts';
import { isStepText, toReferenceStepText } from './reference-step-text.ts';

/** What a Python agent said in a turn, in the words of its model's interface. It gets exactly that back. */
export type AgentMemo = { completion?: JSONObject; responses?: JSONValue[] };

/** Tools that providers of models run themselves. Agents tell of them, and the reference neither makes such calls nor keeps them. */
export const PROVIDER_TOOLS: ReadonlySet<string> = new Set(['web_search_call', 'code_interpreter_call']);

/** Wakes agents and is not shown to them. */
const UNSEEN = '::action_complete_broadcast::';

/**
 * The history of an agent as MAIL's reference keeps it: mail, what the agent said, results of its calls, and the new mail at the
 * end. A turn of which nothing is known in the words of an interface is told in those of chat completions.
 */
export function toReferenceMessages(
  history: readonly PastTurn[],
  inputs: readonly MAILMessage[],
  breakpoints: readonly string[] = [],
): JSONObject[] {
  const turns = history.flatMap((turn, index) => toTurnMessages(turn, history[index - 1]?.calls, breakpoints));
  return [...turns, ...toMail(inputs, history.at(-1)?.calls)];
}

function toTurnMessages(
  turn: PastTurn,
  before: readonly PastCall[] | undefined,
  breakpoints: readonly string[],
): JSONObject[] {
  if (turn.summary !== undefined) return [{ role: 'user', content: turn.summary }];
  const mail = toMail(turn.inputs, before);
  const { completion, responses } = readMemo(turn.memo);
  const calls = turn.calls.filter(({ tool }) => !PROVIDER_TOOLS.has(tool));
  const resultOf = ({ tool, result }: PastCall): string =>
    toResultText(breakpoints.includes(tool) ? 'breakpoint' : 'action', result);
  if (responses !== undefined) {
    const said = responses.filter(isJSONObject);
    return [...mail, ...said, ...calls.map((call) => toFunctionOutput(call, resultOf(call)))];
  }
  const said = completion ?? toCompletion({ ...turn, calls });
  return [...mail, ...(said === undefined ? [] : [said]), ...calls.map((call) => toToolMessage(call, resultOf(call)))];
}

function toMail(inputs: readonly MAILMessage[], before: readonly PastCall[] = []): JSONObject[] {
  const isOfStep = stepOf(inputs) !== undefined;
  const overheard = isOfStep ? inputs.filter(isStepText) : [];
  const mail = inputs
    .filter((message) => !overheard.includes(message))
    .filter(({ message }) => message.subject !== UNSEEN)
    .map((message) => ({ role: 'user', content: toReferenceMail(inWordsOfReference(message, before)) }));
  return overheard.length === 0 ? mail : [{ role: 'user', content: toReferenceStepText(overheard) }, ...mail];
}

/**
 * The reference wakes an agent after an action that failed as after any other: the result says what went wrong. It knows no
 * outcome that is unknown, so of that our own mail tells.
 */
function inWordsOfReference(message: MAILMessage, before: readonly PastCall[]): MAILMessage {
  const { sender, subject } = message.message;
  const isOfFailure = sender.addressType === 'system' && subject === ACTION_ERROR;
  if (!isOfFailure || before.some(({ result }) => result.status === 'unknown')) return message;
  return { ...message, message: { ...message.message, ...ACTION_COMPLETE } } as MAILMessage;
}

function readMemo(memo: JSONValue | undefined): AgentMemo {
  return isJSONObject(memo) ? (memo as AgentMemo) : {};
}

function toCompletion({ text = '', calls }: PastTurn): JSONObject | undefined {
  if (text === '' && calls.length === 0) return undefined;
  const made = calls.map(({ callId, tool, input }) => ({
    id: callId,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
  return { role: 'assistant', content: text, ...(made.length === 0 ? {} : { tool_calls: made }) };
}

function toToolMessage({ callId, tool }: PastCall, content: string): JSONObject {
  return { role: 'tool', name: tool, content, tool_call_id: callId };
}

function toFunctionOutput({ callId }: PastCall, output: string): JSONObject {
  return { type: 'function_call_output', call_id: callId, output };
}
