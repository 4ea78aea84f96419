import { setTimeout as sleep } from 'node:timers/promises';
import { PosthouseError } from '@posthouse/protocol';
import type { AgentSessionStore, RunRecord, StoredAgentSession, StoredVerdict } from './agent-session-store.ts';
import { type ApprovalVerdict, type MatchedVerdict, OpenApprovals } from './open-approvals.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionRun } from './session-run.ts';
import { readStored } from './stored-answer.ts';

/** How often a process looks whether others want something of its run, or have done something. */
const LOOK_MS = 500;
/** How long another process may take to do what it was asked for. */
const ASK_MS = 10_000;

/** Asks the process that a run is in to stop it, and waits for that. False when it does not. */
export async function stopElsewhere(
  record: SessionRecord,
  run: RunRecord,
  load: () => Promise<StoredAgentSession | undefined>,
): Promise<boolean> {
  await changeRun(record, run, (now) => ({ ...now, isStopping: true }));
  for (const end = Date.now() + ASK_MS; Date.now() < end; await sleep(LOOK_MS / 5)) {
    if ((await load())?.data.run?.answerId !== run.answerId) return true;
  }
  return false;
}

/**
 * Leaves answers to what a run in another process waits for, where that process finds them. They are held against what the
 * run has asked, as it is stored. Gives how many writes the answer had then: what goes on is behind them.
 */
export async function answerElsewhere(
  { store, record }: { store: AgentSessionStore; record: SessionRecord },
  session: StoredAgentSession,
  verdicts: readonly ApprovalVerdict[],
): Promise<number> {
  const run = session.data.run!;
  const { approvals, writes } = await readApprovals(store, session, run);
  await claimVerdicts(record, run, { matched: approvals.match(verdicts) });
  return writes;
}

/** Notes what was said to calls. Rejects with `call_not_found` when somebody was faster, in whichever process. */
export async function claimVerdicts(
  record: SessionRecord,
  run: RunRecord,
  { matched, isHeard }: { matched: readonly MatchedVerdict[]; isHeard?: true },
): Promise<void> {
  const claimed = matched.map(({ approval: { approvalId }, verdict: { approved, reason } }): StoredVerdict => ({
    approvalId,
    approved,
    reason,
    isHeard,
  }));
  const isNoted = await changeRun(record, run, (now) => {
    const { verdicts = [] } = now;
    const isTaken = verdicts.some(({ approvalId }) => claimed.some((each) => each.approvalId === approvalId));
    if (isTaken) throw answered();
    return { ...now, verdicts: [...verdicts, ...claimed] };
  });
  // It may even have come to its end meanwhile.
  if (!isNoted) throw answered();
}

function answered(): PosthouseError {
  return new PosthouseError({ code: 'call_not_found', message: 'this call was already answered' });
}

/** What a run waits for, as far as it is stored. */
export async function readApprovals(
  store: AgentSessionStore,
  session: StoredAgentSession,
  run: RunRecord,
): Promise<{ approvals: OpenApprovals; writes: number }> {
  const place = { session, place: run.place, id: run.answerId, role: 'assistant' } as const;
  const { chunks, writes } = await readStored({ store, session, place });
  const approvals = new OpenApprovals();
  for (const chunk of chunks) approvals.see(chunk);
  for (const { approvalId } of run.verdicts ?? []) approvals.take(approvalId);
  return { approvals, writes };
}

/** Tells an agent that runs here what was said to its calls elsewhere. */
async function heedVerdicts(record: SessionRecord, run: SessionRun, verdicts: readonly StoredVerdict[]): Promise<void> {
  const news = verdicts.filter(({ isHeard }) => isHeard !== true);
  if (news.length === 0) return;
  // The call may be over by now, because the run was stopped.
  await run.decide(news).catch((error: unknown) => {
    if (!PosthouseError.isInstance(error) || error.code !== 'call_not_found') throw error;
  });
  const heard = new Set(news.map(({ approvalId }) => approvalId));
  await changeRun(record, run.record, (now) => ({
    ...now,
    verdicts: (now.verdicts ?? []).map((each) => (heard.has(each.approvalId) ? { ...each, isHeard: true } : each)),
  }));
}

/** Others cannot reach this process: what they want of its run is in the record, which is looked at from time to time. */
export function watchRequests(record: SessionRecord, run: SessionRun, onError: (error: unknown) => void): Disposable {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const now = (await record.load())?.data.run;
      if (now?.answerId !== run.record.answerId || now.isStopping === true) await run.stop();
      else await heedVerdicts(record, run, now.verdicts ?? []);
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look().catch(onError), LOOK_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Changes what is noted of a run, if it is still that one; whether it is. */
async function changeRun(
  record: SessionRecord,
  run: RunRecord,
  change: (now: RunRecord) => RunRecord,
): Promise<boolean> {
  let isSame = false;
  await record.update((session) => {
    const now = session.data.run;
    isSame = now?.answerId === run.answerId;
    return now === undefined || !isSame ? session : { ...session, data: { ...session.data, run: change(now) } };
  });
  return isSame;
}
