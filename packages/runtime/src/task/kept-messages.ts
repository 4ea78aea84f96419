import { isFromUser, type MAILMessage } from '@posthouse/protocol';
import { estimateTokens } from '../messages/estimate-tokens.ts';
import { shorten } from '../messages/shorten.ts';
import type { TurnData } from './turn-data.ts';

/** Words of the user from turns that have been summarised, as they were written. */
export type KeptMessages = {
  messages: { from: string; body: string }[];
  /** How many were left out behind the first; they live on in the summary only. */
  leftOut: number;
};

/**
 * What the user wrote in turns that go into a summary. All of it stays word for word, as far as the budget goes: the first
 * message, because it says what everything is about, then the newest ones. A message that alone is longer than half of
 * the budget keeps its beginning and its end.
 */
export function keepMessages(turns: readonly TurnData[], budget: number): KeptMessages {
  const earlier = turns.flatMap((turn) => turn.kept ?? []);
  const all = turns.flatMap((turn) => [...(turn.kept?.messages ?? []), ...turn.inputs.filter(isFromUser).map(toKept)]);
  const [first, ...rest] = all.map(({ from, body }) => ({ from, body: shorten(body, budget / 2) }));
  const leftOut = earlier.reduce((sum, kept) => sum + kept.leftOut, 0);
  if (first === undefined) return { messages: [], leftOut };
  let left = budget - estimateTokens(first.body);
  const fits = rest.toReversed().findIndex(({ body }) => (left -= estimateTokens(body)) < 0);
  const newest = fits < 0 ? rest : rest.slice(rest.length - fits);
  return { messages: [first, ...newest], leftOut: leftOut + rest.length - newest.length };
}

function toKept({ message }: MAILMessage): { from: string; body: string } {
  return { from: message.sender.address, body: message.body };
}
