import { type CallResult, type MAILMessage, type NewEntry, textOfJSON } from '@posthouse/protocol';
import { composeCompletion } from '../messages/compose-messages.ts';
import { cutText } from '../messages/cut-text.ts';
import { limitsOf } from '../task/limits.ts';
import { isRefusedAnswer } from '../task/read-answer.ts';
import { nextCall, type TurnCall, type TurnData } from '../task/turn-data.ts';
import { settleMailCall } from '../tools/settle-mail-call.ts';
import type { ToolSet } from '../tools/to-tool-set.ts';
import { type RunFailure, toInvalidAnswer } from './decide-failure.ts';
import { findRepeat } from './find-repeat.ts';
import type { ActionOutcome } from './run-action.ts';
import type { Seat, TurnHost } from './turn-host.ts';
import { unreadBy } from './unread-by.ts';

/** A turn at work: whose it is, and its place in the log. */
export type TurnWork = {
  readonly host: TurnHost;
  readonly seat: Seat;
  readonly tools: ToolSet;
  readonly place: { run: number; agent: string; turn: number };
};

/** What a turn has come to, and what no commit has said of it yet. A value: whoever goes on makes a new one of it. */
export type TurnJournal = {
  readonly data: TurnData;
  readonly entries: readonly NewEntry[];
  readonly outgoing: readonly MAILMessage[];
  /** The answer that ends the run, if the agent has given it, and how the log announces it. */
  readonly completion?: { answer: string; message: MAILMessage };
  /** Why the run ends without an answer, if it does. */
  readonly failure?: RunFailure | undefined;
};

export function openJournal(data: TurnData, entries: readonly NewEntry[] = []): TurnJournal {
  return { data, entries, outgoing: [] };
}

/** What is left to be said once a commit has said the rest. */
export function afterCommit(journal: TurnJournal): TurnJournal {
  return { ...journal, entries: [], outgoing: [] };
}

/** Settles calls of MAIL tools up to the next call that has an effect outside. */
export function settleMailCalls(work: TurnWork, given: TurnJournal): TurnJournal {
  let journal = given;
  for (;;) {
    const call = nextCall(journal.data);
    if (call === undefined) return journal;
    if (call.kind === 'mail') {
      journal = settle(work, journal, call);
    } else {
      if (journal.completion === undefined && journal.failure === undefined) return journal;
      const why = journal.completion === undefined ? 'the run has ended' : 'the task is complete';
      journal = skip(work, journal, call, why);
    }
  }
}

function settle(work: TurnWork, journal: TurnJournal, call: TurnCall): TurnJournal {
  const { host, seat, tools } = work;
  const { agent } = seat;
  const { context, definition, ledger, run } = host;
  const settled = settleMailCall(call, {
    ...context,
    definition,
    agent,
    inputs: journal.data.inputs,
    requests: ledger.requests,
    unread: unreadBy(host, seat),
    outgoing: journal.outgoing,
    // In manual mode somebody is always about to speak, or nobody is: waiting cannot be wrong.
    othersAtWork: run.manual === true || host.othersAtWork(agent.name),
    offered: tools.offered,
    completed: journal.completion !== undefined,
    refusedAnswers: ledger.refusedAnswers + journal.entries.filter(isRefusedAnswer).length,
    responseFormat: run.responseFormat,
    outside: host.outside(),
  });
  const { journal: recorded, told } = recordTold(work, journal, call, settled.result);
  // What an agent is told of its own failures is told in the same words.
  const messages = settled.messages.map((message) => (told === undefined ? message : withBody(message, told)));
  const sent = { ...recorded, outgoing: [...recorded.outgoing, ...messages] };
  const announced = settled.answer === undefined ? sent : announce(work, sent, settled.answer);
  if (settled.failure === undefined) return announced;
  return { ...announced, failure: announced.failure ?? toInvalidAnswer(agent.name, settled.failure) };
}

/** A call has a result. */
export function record(work: TurnWork, journal: TurnJournal, call: TurnCall, outcome: ActionOutcome): TurnJournal {
  return recordTold(work, journal, call, outcome).journal;
}

/** The same, with what the agent is told instead if it has tried the same before. */
function recordTold(
  { host, place, seat }: TurnWork,
  journal: TurnJournal,
  call: TurnCall,
  outcome: ActionOutcome,
): { journal: TurnJournal; told: string | undefined } {
  const limits = limitsOf(host.definition.limits, host.run);
  const repeat = findRepeat(call, outcome, {
    ...place,
    limits,
    book: host.ledger.repeats,
    pending: journal.entries,
  });
  const result = repeat === undefined ? outcome : { ...outcome, content: repeat.told };
  const { callId, tool, kind, input } = call;
  // The frames of MAIL tools show their input, and one entry has to be enough to show them.
  const repeatsInput = kind === 'mail' ? { input } : {};
  const stored = cutResult(result, limits.storedResultBytes);
  // The log keeps more of a long result than a model is shown; a function has no prompt that it could fill.
  const shown = cutResult(result, limits.resultBytes);
  const isCutHere = seat.agent.run !== undefined && shown.content !== stored.content;
  const entry: NewEntry = { ...place, type: 'call-ended', callId, tool, kind, ...repeatsInput, result: stored };
  return {
    journal: {
      ...journal,
      data: withCall(journal.data, callId, isCutHere ? { result: shown, whole: stored } : { result: shown }),
      entries: [...journal.entries, entry],
      failure: journal.failure ?? repeat?.failure,
    },
    told: repeat?.told,
  };
}

function skip(work: TurnWork, journal: TurnJournal, call: TurnCall, why: string): TurnJournal {
  return record(work, journal, call, { status: 'not-run', content: `not run: ${why}` });
}

/** No call that has no result yet is made any more. */
export function skipRest(work: TurnWork, journal: TurnJournal, why: string): TurnJournal {
  const rest = journal.data.calls.filter((call) => call.result === undefined);
  return rest.reduce((skipped, call) => skip(work, skipped, call, why), journal);
}

/** A call is about to have effects outside. */
export function start({ place }: TurnWork, journal: TurnJournal, call: TurnCall): TurnJournal {
  const { callId, tool, kind, input } = call;
  return {
    ...journal,
    data: withCall(journal.data, callId, { started: true }),
    entries: [...journal.entries, { ...place, type: 'call-started', callId, tool, kind, input }],
  };
}

/** The agent has given the answer that ends the run. */
export function announce({ host, place }: TurnWork, journal: TurnJournal, answer: string): TurnJournal {
  const message = composeCompletion(host.context, place.agent, answer);
  return {
    ...journal,
    completion: { answer, message },
    entries: [...journal.entries, { ...place, type: 'message', to: 'all', message }],
  };
}

function withCall(data: TurnData, callId: string, changes: Partial<TurnCall>): TurnData {
  return { ...data, calls: data.calls.map((each) => (each.callId === callId ? { ...each, ...changes } : each)) };
}

function withBody(message: MAILMessage, body: string): MAILMessage {
  return { ...message, message: { ...message.message, body } } as MAILMessage;
}

/** A result of at most so many bytes. One that is too long becomes text, and says how long it was, as far as anybody has looked. */
function cutResult({ isMore, ...result }: ActionOutcome, maxBytes: number): CallResult {
  const text = textOfJSON(result.content);
  const cut = cutText(text, maxBytes, isMore);
  return cut === text ? result : { ...result, content: cut };
}
