import { stepOf } from '../../task/step-context.ts';
import { toBufferText } from '../../manual/to-buffer-text.ts';
import { enclose } from '../../messages/enclose.ts';
import { toMailText } from '../../messages/to-mail-text.ts';
import { toResultText, toText } from '../to-prompt.ts';
import type { TurnData } from '../../task/turn-data.ts';
import { shorten } from '../../messages/shorten.ts';
import { toSummaryText } from './to-summary-text.ts';

/** No single message, call or result is worth more to a summary. */
const LONGEST_TOKENS = 4_000;

/**
 * Turns as plain text, for whoever sums them up. Not as a conversation: a provider that is offered no tools refuses a
 * prompt with tool calls in it.
 */
export function toTranscript(turns: readonly TurnData[]): string {
  return turns.map(toTurnText).join('\n\n');
}

function toTurnText(turn: TurnData): string {
  if (turn.summary !== undefined) return toSummaryText(turn.summary);
  const { inputs, calls, text = '', failure } = turn;
  const received = stepOf(inputs) === undefined ? inputs.map(toMailText).join('\n') : toBufferText(inputs);
  return [
    '<turn>',
    '<received>',
    received,
    '</received>',
    ...(text === '' ? [] : [enclose('said', { text: shorten(text, LONGEST_TOKENS) })]),
    ...calls.flatMap(({ tool, input, kind, result }) => [
      enclose('called', { text: `${tool} ${shorten(toText(input), LONGEST_TOKENS)}` }),
      enclose('result', { text: shorten(toResultText(kind, result), LONGEST_TOKENS) }),
    ]),
    ...(failure === undefined ? [] : [enclose('failed', { text: failure })]),
    '</turn>',
  ].join('\n');
}
