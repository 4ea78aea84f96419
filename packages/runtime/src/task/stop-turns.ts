import { isFromUser, type LiveText, type MAILMessage, type NewEntry, swarmOf } from '@posthouse/protocol';
import type { Mail, Task, Turn } from '@posthouse/store';
import { peerOf } from './letters/peer-mailbox.ts';
import { cutsIn, isQueued, isQuiet, QUIET } from '../mailbox/mailbox.ts';
import { composeSystemResponse } from '../messages/compose-messages.ts';
import { toStoredTurn, type TurnData } from './turn-data.ts';
import { inReadingOrder, readableMail } from './readable-mail.ts';
import type { RunLedger } from './run-ledger.ts';
import { contextOf, dataOf } from './task-data.ts';

/** The subject under which agents are told that a run ended before it was finished. */
export const STOPPED_SUBJECT = '::task_cancelled::';

export type StoppedRun = {
  task: Task;
  /** Mail in the mailboxes of agents of this swarm. */
  mail: readonly Mail[];
  /** Mail that starts the next run: whoever was reading it begins again there. */
  carried: readonly Mail[];
  /** Turns that are recorded as begun. */
  open: readonly Turn[];
  /** What turns have written that nothing is recorded of yet, here and at other swarms. */
  live: readonly LiveText[];
  ledger: RunLedger;
  /** Why the run ends. */
  text: string;
};

export type StoppedTurns = {
  turns: Turn[];
  /** What agents are told. */
  entries: NewEntry[];
  /** Mail that is part of these turns. */
  read: Mail[];
  /** Text that stays as it was shown. The rest was taken back by an interrupt, or is written again in the next run. */
  standing: LiveText[];
};

/** What one agent was at when the run was stopped. */
type Work = { agent: string; texts: LiveText[]; read: MAILMessage[]; unread: MAILMessage[]; mail: Mail[] };

/**
 * What a stopped run leaves in the memory of its agents: the conversation as the user has seen it. What an agent was
 * reading and what it had visibly written become a turn; what the user wrote and nobody has read follows; then everybody
 * who took part is told that the run was stopped. Of calls that were still being written, and of thoughts that no
 * provider has signed yet, nothing is kept: no model could be given them again.
 *
 * All of it follows from what the store has, because whoever stops a run need not be the process that works on it.
 */
export function stopTurns(run: StoppedRun): StoppedTurns {
  const { ledger, live } = run;
  const works = agentsOf(run).map((agent) => toWork(run, agent));
  let lastTurn = Math.max(ledger.lastTurn, ...[...run.open, ...live.filter(isOurs)].map(({ turn }) => turn));
  const stopped = works.map((work) => toTurns(run, work, () => (lastTurn += 1)));
  return {
    turns: stopped.flatMap(({ turns }) => turns),
    entries: stopped.map(({ note }) => note),
    read: works.flatMap(({ mail }) => mail),
    standing: [...works.flatMap(({ texts }) => texts), ...newestAttempts(live.filter((text) => !isOurs(text)))],
  };
}

/**
 * Who is told: those with a turn under way or something to read, and those who had a turn, unless the next run begins at
 * once, for then what begins it says enough.
 */
function agentsOf({ ledger, open, live, mail, carried }: StoppedRun): string[] {
  const unread = mail.filter((each) => !isQuiet(each) && !carried.includes(each));
  const before = [...ledger.agentsOfRun, ...open.map(({ agent }) => agent)];
  return [
    ...new Set([
      ...(carried.length > 0 ? [] : before.filter((agent) => peerOf(agent) === undefined)),
      ...live.filter(isOurs).map(({ agent }) => agent),
      ...unread.map(({ mailbox }) => mailbox),
    ]),
  ];
}

function toWork({ task, mail, carried, open, live, ledger }: StoppedRun, agent: string): Work {
  const manual = dataOf(task).current?.manual === true;
  const box = mail.filter(({ mailbox }) => mailbox === agent);
  const isBusy = open.some((turn) => turn.agent === agent);
  const waiting = isBusy ? [] : box.filter((each) => !isQueued(each));
  const readable = readableMail(waiting, { closing: ledger.closing !== undefined, manual });
  const own = live.filter((text) => text.agent === agent);
  const lastTurn = Math.max(...own.map(({ turn }) => turn));
  const written = newestAttempts(own.filter(({ turn }) => turn === lastTurn));
  const since = new Set(written.flatMap((text) => ledger.arrivedSince(text)));
  const isLater = ({ message }: Mail): boolean => since.has(message.id);
  const isBegunAgain = readable.some((each) => carried.includes(each) || (cutsIn(each) && isLater(each)));
  const texts = isBegunAgain ? [] : written;
  const isRead = (each: Mail): boolean => readable.includes(each) && !(texts.length > 0 && isLater(each));
  const isKept = (each: Mail): boolean => isRead(each) || (isFromUser(each.message) && !isQuiet(each));
  const inOrder = (some: Mail[]): MAILMessage[] =>
    inReadingOrder(some, { manual, now: QUIET }).map(({ message }) => message);
  const kept = box.filter((each) => isKept(each) && !carried.includes(each));
  // Quiet mail is read along with other mail, or waits for the next time.
  const mine = kept.every(isQuiet) ? [] : kept;
  return visibleText(texts) === ''
    ? { agent, texts, read: inOrder(mine), unread: [], mail: mine }
    : {
        agent,
        texts,
        read: inOrder(mine.filter(isRead)),
        unread: inOrder(mine.filter((each) => !isRead(each))),
        mail: mine,
      };
}

function toTurns(
  { task, text: why }: StoppedRun,
  { agent, texts, read, unread }: Work,
  nextTurn: () => number,
): { turns: Turn[]; note: NewEntry } {
  const run = task.openRun!;
  const message = toNote(task, agent, why);
  const said = visibleText(texts);
  const begun = texts[0];
  const row = (turn: number, data: Pick<TurnData, 'inputs'> & Partial<TurnData>): Turn =>
    toStoredTurn({ agent, turn, run, done: true }, { format: 1, attempt: 1, messages: [], calls: [], ...data });
  const turns =
    begun === undefined || said === ''
      ? [row(begun?.turn ?? nextTurn(), { inputs: [...read, message] })]
      : [
          row(begun.turn, {
            inputs: read,
            attempt: begun.attempt,
            messages: [{ role: 'assistant', content: said }],
            text: said,
          }),
          row(nextTurn(), { inputs: [...unread, message] }),
        ];
  return { turns, note: { run, agent, turn: turns.at(-1)!.turn, type: 'message', to: agent, message } };
}

function toNote(task: Task, agent: string, why: string): MAILMessage {
  const body =
    `${why}\nWhat you had said by then was shown and stands; nothing that was unfinished goes on by itself. ` +
    'Take it up again only if a later message asks for it.';
  return composeSystemResponse(contextOf(task), agent, { subject: STOPPED_SUBJECT, body });
}

/** What an agent had said, as far as it can be said again: words, and the beginning of an answer. */
function visibleText(texts: readonly LiveText[]): string {
  const said = texts.filter(({ kind, text }) => kind !== 'reasoning' && text.trim() !== '');
  return said
    .toSorted((one, other) => one.part - other.part)
    .map(({ text }) => text)
    .join('\n\n');
}

/** A turn that was tried again has only written what it wrote last. */
function newestAttempts(texts: readonly LiveText[]): LiveText[] {
  const newest = new Map<string, number>();
  const nameOf = ({ agent, turn }: LiveText): string => `${agent}/${turn}`;
  for (const text of texts) newest.set(nameOf(text), Math.max(text.attempt, newest.get(nameOf(text)) ?? 0));
  return texts.filter((text) => text.attempt === newest.get(nameOf(text)));
}

/** Turns of other swarms are numbered there. */
export function isOurs({ agent }: LiveText): boolean {
  return swarmOf(agent) === undefined;
}
