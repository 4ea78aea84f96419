import { type MAILMessage, priorityTier } from '@posthouse/protocol';
import { STOPPED_SUBJECT } from '../task/stop-turns.ts';
import { readTurn } from '../task/turn-data.ts';
import type { WholeTask } from './check-task.ts';

/**
 * Every turn reads its mail by tier, and within a tier as it was sent. What cut in later stands at the end, as does the
 * word that the run was stopped.
 */
export function checkReadingOrder({ entries, done }: WholeTask): string[] {
  const sent = new Map(
    entries.flatMap((entry) => (entry.type === 'message' ? [[`${entry.to}/${entry.message.id}`, entry.seq]] : [])),
  );
  return done.flatMap((row) => {
    const { inputs, attempt } = readTurn(row);
    const isMail = ({ msgType, message }: MAILMessage) =>
      msgType !== 'broadcast_complete' && message.subject !== STOPPED_SUBJECT;
    const read = attempt === 1 ? inputs.filter(isMail) : [];
    const places = read.map((input) => [priorityTier(input), sent.get(`${row.agent}/${input.id}`)!] as const);
    const isSorted = places.every(([tier, seq], index) => {
      const [tierBefore, seqBefore] = places[index - 1] ?? [0, 0];
      return tierBefore < tier || (tierBefore === tier && seqBefore < seq);
    });
    return isSorted ? [] : [`turn ${row.turn} of ${row.agent} reads in the order ${JSON.stringify(places)}`];
  });
}
