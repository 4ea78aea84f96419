import type { Turn } from '@posthouse/store';
import type { PastTurn } from '../respond/past-turn.ts';
import { readTurn } from '../task/turn-data.ts';
import { toSummaryText } from './to-summary-text.ts';
import { UNANSWERED } from './to-prompt.ts';

/** A turn of the history as a function is shown it. */
export function toPastTurn(row: Turn): PastTurn {
  const { inputs, text, calls, memo, failure, summary, kept } = readTurn(row);
  return {
    run: row.run,
    turn: row.turn,
    inputs,
    text: text === '' ? undefined : text,
    calls: calls.map(({ callId, tool, input, result = UNANSWERED, whole = result }) => ({
      callId,
      tool,
      input,
      result: whole,
    })),
    memo,
    failure,
    summary: summary === undefined ? undefined : toSummaryText(summary, kept),
  };
}
