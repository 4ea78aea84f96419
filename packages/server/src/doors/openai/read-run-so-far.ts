import { isUserEntry, type LogEntry, type OpenCall, textOfJSON } from '@posthouse/protocol';
import { readLog, type Store, type Task } from '@posthouse/store';
import { digestOf } from '../../routes/history-digest.ts';
import { findRunStart } from '../../streams/find-run-start.ts';
import type { Turn } from './conversation.ts';
import { toCallId } from './door-ids.ts';

/** The caller's part of a run, up to a place: what was said, and which calls were named and answered. */
export type RunSoFar = {
  turns: Turn[];
  /** Stand for what was said, message by message. */
  digests: string[];
  /** Ids of the calls that waited at that place. */
  open: string[];
};

/** Reads what a client would send back of a run that it has come to the pause at `seq` of. */
export async function readRunSoFar(
  store: Store,
  task: Task,
  { run, seq }: { run: number; seq: number },
): Promise<RunSoFar> {
  const soFar: RunSoFar = { turns: [], digests: [], open: [] };
  const named = new Map<string, OpenCall>();
  const start = await findRunStart(store, task, { run, after: seq - 1 });
  for await (const entry of readLog(store, task.key, start)) {
    if (entry.seq > seq) break;
    note(soFar, named, entry);
  }
  for (const [index, { tool, input }] of [...named.values()].entries()) {
    const callId = toCallId({ taskId: task.taskId, seq, index });
    soFar.turns.push({ type: 'called', callId, tool, input: JSON.stringify(input) });
    soFar.open.push(callId);
  }
  return soFar;
}

function note({ turns, digests }: RunSoFar, named: Map<string, OpenCall>, entry: LogEntry): void {
  if (isUserEntry(entry)) {
    turns.push({ type: 'said', role: 'user', text: entry.message.message.body });
    digests.push(digestOf(entry.message) ?? '');
  }
  if (entry.type === 'paused') {
    named.clear();
    for (const call of entry.calls) named.set(call.callId, call);
  }
  const call = entry.type === 'call-ended' ? named.get(entry.callId) : undefined;
  if (entry.type !== 'call-ended' || call === undefined) return;
  const { callId, tool, input } = call;
  const { content } = entry.result;
  named.delete(callId);
  turns.push(
    { type: 'called', callId, tool, input: JSON.stringify(input) },
    { type: 'gave', callId, output: textOfJSON(content) },
  );
}
