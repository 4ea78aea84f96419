import { isFromUser, type LiveText, type MAILMessage, type NewEntry } from '@posthouse/protocol';
import type { Mail, NewMail, Task, Turn } from '@posthouse/store';
import { toEndLetters } from './letters/end-letters.ts';
import { type Asking, lateLetters } from './letters/late-letters.ts';
import { noteOf } from './letters/letter-note.ts';
import { peerOf } from './letters/peer-mailbox.ts';
import { isQuiet, QUIET } from '../mailbox/mailbox.ts';
import { toAbandoned, toWritten } from '../live/to-text-ends.ts';
import { closeTurns } from './close-turns.ts';
import { decideNextRun } from './decide-post.ts';
import type { Decision } from './decision.ts';
import { toUsageEntries } from './to-usage-entries.ts';
import type { RunLedger } from './run-ledger.ts';
import type { UnrecordedCalls } from './task-data.ts';
import { isOurs, stopTurns, type StoppedTurns } from './stop-turns.ts';

export type EndingRun = {
  task: Task;
  /** Mail that nobody has read, apart from what the ending turn itself has taken. */
  mail: readonly Mail[];
  /** Unfinished turns, apart from the ending one. */
  open: readonly Turn[];
  /** Text of turns that nothing is recorded of yet, apart from the ending one. */
  live: readonly LiveText[];
  ledger: RunLedger;
  /** What model calls of turns that are cut short have used up, apart from the ending one. */
  unrecorded?: readonly UnrecordedCalls[] | undefined;
  /** The turn that ends the run, if one does; the ledger does not know of it yet. */
  ending?: { agent: string; turn: number };
  outcome: 'complete' | 'error' | 'cancelled';
  text: string;
  code?: string;
  /** Why other turns are cut short, for their calls. */
  why: string;
  /** Keeps unread mail for the next run: a limit must not lose the message that hit it. */
  keepMail?: boolean;
  /** Drops mail of the user too: stopping must not be followed by more work. */
  dropUserMail?: boolean;
  /** Mail of the ending turn to agents of this swarm, who will not be at work to read it. */
  unsent?: readonly NewMail[];
  /** What the ending turn writes to other swarms; that goes out, whatever ends. */
  sending?: readonly MAILMessage[];
  /** The swarm that asked for the run has stopped it, or has ended its own, and need not be told. */
  callerKnows?: true;
  /** Whose letters start no other run, because nobody there waits for an answer any more. */
  over?: Asking | 'everybody';
  /** Told quietly to these agents, who read it when they are next up. */
  completion?: { message: MAILMessage; agents: string[] };
  now: number;
};

/**
 * How a run ends, whoever ends it: other turns are cut short with a result for every call, mail between agents is
 * dropped with a notice, and mail of the user starts the next run, as do letters of other swarms that came with new
 * questions. What turns had written is taken back, unless the run was stopped: then it stands, and they remember it. The
 * fence silences whatever is still running.
 */
export function endRun(end: EndingRun): Decision {
  const { task, ledger, ending } = end;
  const run = task.openRun!;
  // What another swarm wrote counts as recorded once our log has it: until then the end may come first.
  const live = [...end.live.filter(isOurs), ...ledger.peers.begun(end.live)];
  const closed = closeTurns(end.open, run, end.why);
  const local = end.mail.filter((mail) => peerOf(mail.mailbox) === undefined && !isQuiet(mail));
  const pointless = end.mail.filter((mail) => isPointless(mail, end));
  const fromUser = local.filter(({ message }) => isFromUser(message));
  const late = end.dropUserMail === true ? [] : lateLetters(end, local);
  const between = local.filter((mail) => !isFromUser(mail.message) && !late.includes(mail));
  const unread = end.keepMail === true ? between.filter((mail) => !isFromSystem(mail)) : [];
  const dropped = between.filter((mail) => !unread.includes(mail));
  const by = ending === undefined ? {} : { agent: ending.agent };
  const letters = toEndLetters({ ...end, ...by, missed: dropped, late });
  const waiting = end.dropUserMail === true ? [] : [...fromUser, ...late];
  const next = waiting.length === 0 ? undefined : decideNextRun({ ...task, run }, waiting, end.now);
  const mail = end.mail.filter((each) => peerOf(each.mailbox) === undefined && !pointless.includes(each));
  const stopped = end.outcome === 'cancelled' ? stopTurns({ ...end, mail, carried: waiting, live }) : NOT_STOPPED;
  const taken = [...dropped, ...unread, ...pointless, ...(end.dropUserMail === true ? fromUser : []), ...stopped.read];
  const ended = [...stopped.turns, ...(ending === undefined ? [] : [ending])];
  return {
    entries: [
      ...closed.entries,
      ...toWritten(stopped.standing, run),
      ...toAbandoned(
        live.filter((text) => !stopped.standing.includes(text)),
        run,
      ),
      ...toNotices(run, [
        ...dropped.filter((each) => !stopped.read.includes(each)),
        ...(end.unsent ?? []),
        ...pointless,
      ]),
      ...stopped.entries,
      ...(end.unrecorded ?? []).flatMap(({ metered, ...place }) => toUsageEntries({ run, ...place }, metered)),
      ...letters.entries,
      {
        run,
        ...(ending === undefined ? {} : { agent: ending.agent, turn: ending.turn }),
        type: 'run-ended',
        outcome: end.outcome,
        text: end.text,
        code: end.code,
      },
      ...(next?.entries ?? []),
    ],
    take: [...new Set(taken.map(({ id }) => id)), ...(next?.take ?? [])],
    put: [...unread.map(toKept), ...toQuietMail(end.completion), ...letters.put, ...(next?.put ?? [])],
    turns: [...closed.turns, ...stopped.turns],
    status: next === undefined ? end.outcome : 'running',
    data: {
      current: null,
      held: null,
      lastTurn: Math.max(
        ledger.lastTurn,
        ...[...live.filter(isOurs), ...ended, ...(end.unrecorded ?? [])].map(({ turn }) => turn),
      ),
      agents: [...new Set([...ledger.agents, ...ended.map(({ agent }) => agent)])],
      ...next?.data,
    },
    fence: true,
  };
}

const NOT_STOPPED: StoppedTurns = { turns: [], entries: [], read: [], standing: [] };

function toKept({ order: _order, ...mail }: Mail): NewMail {
  return { ...mail, id: `${mail.id}+`, run: null, due: QUIET };
}

function toQuietMail(completion: EndingRun['completion']): NewMail[] {
  if (completion === undefined) return [];
  const { message, agents } = completion;
  return agents.map((mailbox) => ({
    id: `${message.id}/${mailbox}`,
    mailbox,
    tier: 3,
    run: null,
    due: QUIET,
    message,
  }));
}

/**
 * Mail from or to another swarm that the end of the run makes pointless. Letters are delivered all the same, except that
 * stopping must not be followed by more work, there as little as here.
 */
function isPointless(mail: Mail, { task, outcome }: EndingRun): boolean {
  const { message, run } = mail;
  const { paused, asks, resume, ended } = noteOf(message);
  if (peerOf(mail.mailbox) === undefined) return isQuiet(mail) && ended !== undefined;
  if (paused !== undefined || asks !== undefined || resume !== undefined) return true;
  return outcome === 'cancelled' && message.msgType !== 'response' && run === task.openRun;
}

/** One notice for all: what was on its way when the run ended has no reader any more. */
function toNotices(run: number, dropped: readonly Pick<Mail, 'message' | 'mailbox'>[]): NewEntry[] {
  const unheard = dropped.filter((mail) => !isFromSystem(mail) && noteOf(mail.message).ended === undefined);
  if (unheard.length === 0) return [];
  const names = unheard.map(
    ({ message: { message }, mailbox }) => `${message.sender.address} to ${mailbox}: ${message.subject}`,
  );
  return [
    { run, type: 'notice', code: 'mail_dropped', text: `not delivered, because the run ended: ${names.join('; ')}` },
  ];
}

function isFromSystem({ message }: Pick<Mail, 'message'>): boolean {
  return message.message.sender.addressType === 'system';
}
