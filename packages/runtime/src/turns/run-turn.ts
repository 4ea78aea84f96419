import { withCause } from '../task/cause.ts';
import type { Decision } from '../task/decision.ts';
import { isWaiting, nextCall, type TurnData } from '../task/turn-data.ts';
import type { ToolChoice } from '../respond/respond.ts';
import { type AnsweredTurn, answerTurn } from './answer-turn.ts';
import { compactHistory } from './compaction/compact-history.ts';
import { decideFailure, endWith, type RunFailure, toInvalidAnswer } from './decide-failure.ts';
import { decideWithoutCalls } from './decide-without-calls.ts';
import { toClose, toCommit, toCompletion, toTurnPause } from './journal-decisions.ts';
import { ModelAccess } from './model-access.ts';
import { OutOfBudget, pauseForBudget } from './pause-for-budget.ts';
import { reprompt } from './reprompt.ts';
import { isRepeatable, refuseAction, runAction } from './run-action.ts';
import {
  afterCommit,
  announce,
  openJournal,
  record,
  settleMailCalls,
  skipRest,
  start,
  type TurnJournal,
  type TurnWork,
} from './turn-journal.ts';
import type { Seat, TurnHost } from './turn-host.ts';

/**
 * One turn of one agent: a model call and the calls it makes, as a chain of small commits. Each commit records what has
 * just finished and marks what starts next, so that a crash at any line leaves a turn that can be continued.
 *
 * `opened` is the journal of a turn that was begun before, by this process or by one that is gone.
 */
export function runTurn(host: TurnHost, seat: Seat, opened?: TurnData): Promise<void> {
  const { turn, taken } = seat;
  seat.watch = host.watch?.turn({ agent: seat.agent.name, turn, taken, resumed: opened !== undefined });
  const work = (): Promise<void> => takeTurn(host, seat, opened);
  // Whoever happened to start the turn may have come for another run.
  return withCause(host.run.cause, () => (seat.watch === undefined ? work() : seat.watch.over(work)));
}

async function takeTurn(host: TurnHost, seat: Seat, opened?: TurnData): Promise<void> {
  let answer: AnsweredTurn | undefined;
  try {
    answer = opened === undefined ? await answerMail(host, seat) : undefined;
  } catch (error) {
    if (error instanceof OutOfBudget) return pauseForBudget(host, seat, error);
    throw error;
  }
  const tools = host.tools(seat.agent);
  const work: TurnWork = { host, seat, tools, place: { run: host.run.run, agent: seat.agent.name, turn: seat.turn } };
  if (answer === undefined) return goOn(work, openJournal(opened!), { isResumed: true });
  const journal = openJournal(answer.data, answer.entries);
  if (answer.data.failure !== undefined) return fail(work, journal);
  if (!answer.data.calls.every((call) => call.kind === 'builtin')) return goOn(work, journal, { isResumed: false });
  const outcome = decideWithoutCalls(host, seat, answer.data);
  if (outcome.failure !== undefined) return giveUp(work, journal, toInvalidAnswer(seat.agent.name, outcome.failure));
  if (outcome.answer !== undefined) return complete(work, announce(work, journal, outcome.answer));
  return commit(work, toClose(work, journal, { messages: outcome.messages }));
}

/** Makes the calls of a turn, one after the other. */
async function goOn(work: TurnWork, opened: TurnJournal, { isResumed }: { isResumed: boolean }): Promise<void> {
  const { host, seat, tools } = work;
  let journal = opened;
  let resuming = isResumed;
  for (;;) {
    journal = settleMailCalls(work, journal);
    if (journal.completion !== undefined) return complete(work, journal);
    if (journal.failure !== undefined) return giveUp(work, journal, journal.failure);
    const next = nextCall(journal.data);
    if (next === undefined) {
      const messages = reprompt(journal.data.calls, seat.agent.name, host.context);
      return commit(work, toClose(work, journal, { messages }));
    }
    if (isWaiting(next)) return pause(work, journal);
    // Started by a process that is gone: nobody can say what it has done, so only a repeatable action runs again.
    const lost = resuming && next.started === true;
    resuming = false;
    if (lost && !isRepeatable(next, tools)) {
      journal = record(work, journal, next, { status: 'unknown', content: OUTCOME_UNKNOWN, code: 'outcome_unknown' });
    } else {
      const refusal = refuseAction(next, host, tools);
      if (refusal !== undefined) {
        journal = record(work, journal, next, refusal);
        continue;
      }
      if (!lost) {
        const started = start(work, journal, next);
        await commit(work, toCommit(work, started, false));
        journal = afterCommit(started);
      }
      // The run may have ended while the start was being written down.
      seat.signal.throwIfAborted();
      journal = record(work, journal, next, await runAction(next, host, seat, tools));
      seat.signal.throwIfAborted();
    }
    if (seat.hasInterrupt()) journal = skipRest(work, journal, 'interrupted');
  }
}

/** With a commit, what the turn has read leaves its mailbox. */
function commit({ host, seat }: TurnWork, decision: Decision): Promise<void> {
  seat.taken = [];
  return host.commit(decision);
}

async function pause(work: TurnWork, journal: TurnJournal): Promise<void> {
  await work.host.pause(() => ifWanted(work, () => toTurnPause(work, journal)));
}

/** Ends the turn of an agent that could not answer, and the run with it if nobody else is to hear of it. */
async function fail(work: TurnWork, journal: TurnJournal): Promise<void> {
  const { host, seat } = work;
  const close = (): Decision => toClose(work, journal, decideFailure(host, seat, journal.data));
  const decision = close();
  return decision.fence === true ? end(work, close) : commit(work, decision);
}

/** Ends the turn, and the run without an answer. */
function giveUp(work: TurnWork, journal: TurnJournal, failure: RunFailure): Promise<void> {
  return end(work, () => toClose(work, journal, { messages: [], end: endWith(work.host, work.seat, failure) }));
}

/** Ends the turn, and the run with an answer. */
function complete(work: TurnWork, journal: TurnJournal): Promise<void> {
  return end(work, () => toCompletion(work, journal));
}

/** What the turn comes to may be decided more than once, if the first attempt is refused. */
async function end(work: TurnWork, decide: () => Decision): Promise<void> {
  await work.host.end(() => ifWanted(work, decide));
}

/** A turn that was cut off decides nothing any more. */
function ifWanted({ seat }: TurnWork, decide: () => Decision): Decision {
  seat.signal.throwIfAborted();
  return decide();
}

/** Asks the agent; what that takes is given back before anything is done about the answer. */
async function answerMail(host: TurnHost, seat: Seat): Promise<AnsweredTurn> {
  using access = new ModelAccess(host, seat);
  await compactHistory(host, seat, access);
  return await answerTurn(host, seat, host.tools(seat.agent), access, () => toolChoiceOf(host, seat));
}

const OUTCOME_UNKNOWN =
  'the process that ran this action ended before it could record the outcome; it may or may not have taken effect';

function toolChoiceOf(host: TurnHost, seat: Seat): ToolChoice {
  if (host.ledger.closing !== undefined) return { tool: 'task_complete' };
  return seat.agent.defaultToolChoice ?? (host.run.manual === true ? 'auto' : 'required');
}
