import { type CallResult, type NewEntry, textOfJSON } from '@posthouse/protocol';
import type { RunLimits } from '../definitions/swarm-definition.ts';
import { WHERE_LIMITS_ARE_SET } from '../task/limits.ts';
import { isInVain, isProgress, type RepeatBook } from '../task/repeat-book.ts';
import type { RunFailure } from './decide-failure.ts';
import type { TurnCall } from '../task/turn-data.ts';

export type RepeatContext = {
  agent: string;
  turn: number;
  limits: Required<Pick<RunLimits, 'repeats'>>;
  book: RepeatBook;
  /** What the turn has done that no commit has recorded yet. */
  pending: readonly NewEntry[];
};

/** What an agent is told when it does the same in vain again and again, and how the run ends if it does not stop. */
export type Repeat = { told: string; failure?: RunFailure };

const MAX_REASON_LENGTH = 500;

/** Up to half of the limit nothing is said; from then on the agent is told in plain words. */
export function findRepeat(call: TurnCall, result: CallResult, context: RepeatContext): Repeat | undefined {
  const { tool } = call;
  const { agent, limits, book, pending } = context;
  if (!isInVain(tool, result)) return undefined;
  const gotAnywhere = pending.some((entry) => entry.type === 'call-ended' && isProgress(entry.tool, entry.result));
  const times = gotAnywhere ? 1 : book.timesOf(call, context);
  if (times < limits.repeats / 2) return undefined;
  // It ends a sentence of ours, and may be one itself.
  const said = textOfJSON(result.content).slice(0, MAX_REASON_LENGTH).replace(/\.$/, '');
  const reason = result.status === 'success' ? 'the help is the same each time' : said;
  const told =
    `You have called \`${tool}\` ${times} times with the same arguments, and it led nowhere: ${reason}. ` +
    `Do not call it like that again. Do something else, or finish with what you know. ` +
    `After ${limits.repeats} times the task is ended.`;
  if (times < limits.repeats) return { told };
  const text =
    `agent '${agent}' has called \`${tool}\` ${times} times with the same arguments, and it led nowhere: ${reason}. ` +
    `The run has reached its limit of ${limits.repeats} repeats. ${WHERE_LIMITS_ARE_SET}.`;
  return { told, failure: { text, code: 'limit_reached', why: `${agent} went round in circles` } };
}
