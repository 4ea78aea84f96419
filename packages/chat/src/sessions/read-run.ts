import type { LogEntry } from '@posthouse/protocol';
import { type MailRunState, startRun } from '../adapters/mail/mail-run-state.ts';
import { translateRun } from '../adapters/mail/translate-run.ts';

/** How a run stands, as far as its entries go. */
export async function readRun(
  log: AsyncIterable<LogEntry> | Iterable<LogEntry>,
  options: { taskId: string; swarm: string; run: number },
): Promise<MailRunState> {
  let state = startRun(options);
  for await (const entry of log) ({ state } = translateRun(state, entry));
  return state;
}
