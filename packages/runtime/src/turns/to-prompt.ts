import { type CallResult, type MAILMessage, textOfJSON } from '@posthouse/protocol';
import type { ModelMessage } from 'ai';
import { toSummaryText } from './to-summary-text.ts';
import { stepOf } from '../task/step-context.ts';
import { toBufferText } from '../manual/to-buffer-text.ts';
import { toLine } from '../messages/enclose.ts';
import { toMailText } from '../messages/to-mail-text.ts';
import type { TurnCall, TurnData } from '../task/turn-data.ts';

/** Signals that only wake an agent: the tool results before them say everything. */
const SILENT_SUBJECTS: ReadonlySet<string> = new Set(['::action_complete::', '::action_complete_broadcast::']);

function isSilent({ message }: MAILMessage): boolean {
  return message.sender.addressType === 'system' && SILENT_SUBJECTS.has(message.subject);
}

/**
 * An agent's conversation with its model: every done turn, then what is new. Every call has its result, so any run of
 * whole turns is a prompt that providers accept.
 */
export function toPrompt(turns: readonly TurnData[], inputs: readonly MAILMessage[]): ModelMessage[] {
  const prompt = turns.flatMap(toTurnMessages);
  const news = toInputMessage(inputs, []);
  return news === undefined ? prompt : [...prompt, news];
}

function toTurnMessages(turn: TurnData): ModelMessage[] {
  if (turn.summary !== undefined) {
    return [{ role: 'user', content: toSummaryText(turn.summary, turn.kept) }];
  }
  const input = toInputMessage(turn.inputs, turn.calls);
  const results = turn.calls.filter((call) => call.kind !== 'builtin');
  return [
    ...(input === undefined ? [] : [input]),
    ...turn.messages,
    ...(results.length === 0 ? [] : [toToolMessage(results)]),
  ];
}

function toInputMessage(inputs: readonly MAILMessage[], calls: readonly TurnCall[]): ModelMessage | undefined {
  const ignored = calls.some((call) => call.tool === 'ignore_broadcast' && call.result?.status === 'success');
  const shown = inputs.filter((message) => !isSilent(message));
  if (shown.length === 0) return undefined;
  if (stepOf(inputs) !== undefined) return { role: 'user', content: toBufferText(shown) };
  const texts = shown.map((message) =>
    ignored && message.msgType === 'broadcast' ? toNote(message) : toMailText(message),
  );
  return { role: 'user', content: texts.join('\n\n') };
}

/** An ignored broadcast is worth a line, not its length. */
function toNote({ message }: MAILMessage): string {
  return `(You ignored a broadcast from ${toLine(message.sender.address)}.)`;
}

function toToolMessage(calls: readonly TurnCall[]): ModelMessage {
  return {
    role: 'tool',
    content: calls.map((call) => ({
      type: 'tool-result' as const,
      toolCallId: call.callId,
      toolName: call.tool,
      output: { type: 'text' as const, value: toResultText(call.kind, call.result) },
    })),
  };
}

/** What a call comes to that was never answered. */
export const UNANSWERED: CallResult = { status: 'not-run', content: 'not run' };

/** A result as the model reads it. What a person answered at a breakpoint is passed on word for word. */
export function toResultText(kind: TurnCall['kind'], result: CallResult = UNANSWERED): string {
  const text = textOfJSON(result.content);
  if (result.status === 'success') {
    if (kind === 'breakpoint') return text;
    return text === '' ? 'SUCCESS' : `SUCCESS: ${text}`;
  }
  return text === '' ? 'ERROR' : `ERROR: ${text}`;
}
