import type { MAILMessage, NewEntry } from '@posthouse/protocol';
import type { NewMail, Turn } from '@posthouse/store';
import { carryStep, toStepEnd } from '../task/carry-step.ts';
import { putForCause } from '../task/decide-for-cause.ts';
import type { Decision } from '../task/decision.ts';
import { endRun } from '../task/end-run.ts';
import { routeTo } from '../task/letters/route-to.ts';
import { stepOf } from '../task/step-context.ts';
import { toBuffers } from '../task/step-mail.ts';
import { openCallsOf } from '../task/task-data.ts';
import { toStoredTurn } from '../task/turn-data.ts';
import { deliver } from './deliver.ts';
import type { TurnJournal, TurnWork } from './turn-journal.ts';

/** Everything that no commit has said of a turn yet. */
export function toCommit(
  { host, seat, place }: TurnWork,
  journal: TurnJournal,
  done: boolean,
): Decision & { put: NewMail[] } {
  const where = { ...place, route: (swarm: string) => routeTo(host, swarm) };
  const delivery = deliver(carryStep(journal.outgoing, stepOf(journal.data.inputs)), where, host.definition);
  const { trace } = seat.watch ?? {};
  const put = trace === undefined ? delivery.put : putForCause(delivery.put, { ...host.run.cause, trace });
  return {
    entries: [...journal.entries, ...delivery.entries],
    take: seat.taken.map((mail) => mail.id),
    put: host.run.manual === true ? toBuffers(put) : put,
    turns: [toRow(place, journal, done)],
  };
}

/** Leaves the turn open, and pauses the run. */
export function toTurnPause(work: TurnWork, journal: TurnJournal): Decision {
  const { host, place } = work;
  const others = host.openTurns().filter((turn) => turn.agent !== place.agent);
  const calls = [...openCallsOf(others), ...openCallsOf([toRow(place, journal, false)])];
  const decision = toCommit(work, journal, false);
  return { ...decision, entries: [...decision.entries, { ...place, type: 'paused', calls }], status: 'paused' };
}

/** Ends the turn, with what else is decided at its end. */
export function toClose(
  work: TurnWork,
  journal: TurnJournal,
  { messages, end }: { messages: MAILMessage[]; end?: Decision | undefined },
): Decision {
  const { place } = work;
  const outgoing = [...journal.outgoing, ...messages];
  const stepEnd = toStepEnd(outgoing, stepOf(journal.data.inputs), place);
  const decision = toCommit(work, { ...journal, outgoing }, true);
  const whole = end === undefined ? decision : merge(decision, end);
  const entries = [...whole.entries, ...stepEnd];
  // A turn that left no trace in the log would lose its number to another one after a crash.
  return { ...whole, entries: entries.length > 0 ? entries : [toUnheard(place)] };
}

/** Ends the turn, and the run with the answer that the journal announces. */
export function toCompletion(work: TurnWork, journal: TurnJournal): Decision {
  const { host, seat, place } = work;
  const { answer, message } = journal.completion!;
  const { agent } = place;
  const taken = new Set(seat.taken.map((mail) => mail.id));
  const decision = toCommit(work, journal, true);
  const end = endRun({
    task: host.task,
    mail: host.mail().filter((mail) => !taken.has(mail.id)),
    open: host.openTurns().filter((turn) => turn.agent !== agent),
    live: host.live().filter((text) => text.agent !== agent),
    ledger: host.ledger,
    unrecorded: host.unrecorded().filter((calls) => calls.agent !== agent),
    ending: place,
    unsent: decision.put.filter(isLocal),
    sending: journal.outgoing,
    outcome: 'complete',
    text: answer,
    why: `${agent} completed the task`,
    keepMail: host.ledger.closing !== undefined,
    completion: { message, agents: host.ledger.othersThan(agent) },
    now: host.now(),
  });
  // Mail to agents of this swarm would find nobody at work; it stays in the log, where the next run can see it.
  return merge({ ...decision, put: decision.put.filter((mail) => !isLocal(mail)) }, end);
}

function toRow({ agent, turn, run }: TurnWork['place'], { data }: TurnJournal, done: boolean): Turn {
  return toStoredTurn({ agent, turn, run, done }, data);
}

function toUnheard(place: TurnWork['place']): NewEntry {
  return { ...place, type: 'notice', code: 'unheard', text: `what ${place.agent} said was addressed to nobody` };
}

function isLocal({ mailbox }: NewMail): boolean {
  return !mailbox.startsWith('@');
}

/** Two decisions about one task as one; where both speak of the same thing, the second has the last word. */
function merge(first: Decision, second: Decision): Decision {
  return {
    ...first,
    ...second,
    entries: [...first.entries, ...second.entries],
    take: [...(first.take ?? []), ...(second.take ?? [])],
    put: [...(first.put ?? []), ...(second.put ?? [])],
    turns: [...(first.turns ?? []), ...(second.turns ?? [])],
    ...(first.data === undefined && second.data === undefined ? {} : { data: { ...first.data, ...second.data } }),
  };
}
