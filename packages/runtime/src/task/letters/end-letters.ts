import { defined, EVERYONE, type MAILMessage, type NewEntry, newId, recipientsOf, swarmOf } from '@posthouse/protocol';
import type { Mail, NewMail, Task } from '@posthouse/store';
import { agentAddress, composeResponse } from '../../messages/compose-messages.ts';
import { withRouting } from '../carry-step.ts';
import type { RunLedger } from '../run-ledger.ts';
import { contextOf, dataOf, type RunData } from '../task-data.ts';
import { ourInstanceAt, toRunner, toTaskRun, worksForUs } from './contributors.ts';
import { type LetterNote, noteOf, type RunEnding, withNote } from './letter-note.ts';
import { toPeerMailbox } from './peer-mailbox.ts';
import type { Asker } from './peer-book.ts';
import { routeTo } from './route-to.ts';

/** Subjects that tell of the end of a run; MAIL knows the first one. */
export const COMPLETE_SUBJECT = '::task_complete::';
const ERROR_SUBJECT = '::task_error::';

export type EndedRun = {
  task: Task;
  ledger: RunLedger;
  outcome: RunEnding['outcome'];
  text: string;
  /** The agent whose turn ends the run, if one does. */
  agent?: string;
  /** What that turn sends; the ledger does not know of it yet. */
  sending?: readonly MAILMessage[];
  /** Mail that nobody has read and nobody will. */
  missed?: readonly Pick<Mail, 'message'>[];
  /** Letters that start the next run; what becomes of them is told at the end of that one. */
  late?: readonly Pick<Mail, 'message'>[];
  /** The swarm that asked for the run has stopped it, or has ended its own, and need not be told. */
  callerKnows?: true;
};

/**
 * What other swarms are told when a run ends, after everything else that was written to them. Whoever asked for the run
 * gets what it came to, even if nobody had thought of writing there; those whom we asked learn that it is over.
 */
export function toEndLetters(end: EndedRun): { entries: NewEntry[]; put: NewMail[] } {
  const { current } = dataOf(end.task);
  if (current === undefined) return { entries: [], put: [] };
  const askers = toAskers(end, current);
  // A server that does not say which of its instances has asked is told as a whole.
  const told = new Set(askers.map(({ swarm, instance }) => instance ?? swarm));
  const returns = askers.flatMap((asker) => toReturn(end, current, asker));
  const letters = [...returns, ...toNotices(end, current, told)];
  const { run } = current;
  return {
    entries: letters.map(({ to, message }) => ({ run, type: 'message', to, message })),
    put: letters.map(({ to, message }) => ({
      id: newId(),
      mailbox: toPeerMailbox(swarmOf(to)!),
      tier: 5,
      run: null,
      message,
    })),
  };
}

type AddressedLetter = { to: string; message: MAILMessage };

type Asked = Asker & { swarm: string; isCaller: boolean };

/** Whoever has given us something to do; but who has stopped the run, or ended before, knows. */
function toAskers({ ledger, ...end }: EndedRun, { caller }: RunData): Asked[] {
  const late = idsOf(end.late);
  return ledger.peers.swarms().flatMap((swarm) =>
    [...ledger.peers.contact(swarm)!.askers.values()].flatMap((asker) => {
      const isCaller = swarm === caller?.swarm && asker.instance === caller.instance;
      const heard = asker.heard.filter((letter) => !late.has(letter));
      if (heard.length === 0 || (isCaller && end.callerKnows === true)) return [];
      return [{ ...asker, agent: isCaller ? caller.agent : asker.agent, heard, swarm, isCaller }];
    }),
  );
}

/**
 * What the run came to, for somebody who has asked for it. A server of ours that has heard it before is told of the end without
 * words. To any other server every letter is an answer: it hears nothing more than it was told, unless an agent says so.
 */
function toReturn(end: EndedRun, current: RunData, asked: Asked): AddressedLetter[] {
  const { swarm, agent, instance, heard, isCaller } = asked;
  const answer = owesAnswer(end, swarm) ? undefined : lastAnswer(end, swarm);
  const answered = answer !== undefined;
  const text = withMissed(end, heard);
  const isCompletion = end.outcome === 'complete' && end.agent !== undefined;
  if (instance === undefined && answered && (!isCompletion || text === answer)) return [];
  const letter = toLetter({ ...end, text: text === answer ? '' : text }, current, {
    to: `${agent}@${swarm}`,
    requestId: isCaller ? current.caller?.requestId : undefined,
    note: { ended: { outcome: end.outcome, seen: heard, answered }, to: instance },
  });
  return [letter];
}

/** Whoever wrote something that came too late to be read must not take what the run came to for the answer. */
function withMissed({ text, missed = [] }: EndedRun, heard: readonly string[]): string {
  const theirs = missed.filter(({ message: { id, msgType } }) => msgType !== 'response' && heard.includes(id));
  if (theirs.length === 0) return text;
  const subjects = new Set(theirs.map(({ message }) => `'${message.message.subject}'`));
  return `${text}\n\n(Nobody has read ${[...subjects].join(', ')}: it came when the run was about to end. Ask again if it matters.)`;
}

/** Those whom we gave something to do learn that it is over. If the run was stopped, so is what they do for it. */
function toNotices(end: EndedRun, current: RunData, told: ReadonlySet<string>): AddressedLetter[] {
  const { task, ledger, outcome } = end;
  return [...toWorkers(end)]
    .filter(([to, swarm]) => !told.has(to) && !told.has(swarm))
    .filter(([, swarm]) => outcome !== 'cancelled' || ledger.peers.isAtWork(swarm))
    .map(([to, swarm]) => {
      const address = `${ledger.peers.contact(swarm)?.agent ?? EVERYONE}@${swarm}`;
      const isOurs = worksForUs(task, swarm) && to === toRunner(task, swarm);
      const stop: LetterNote = outcome === 'cancelled' && isOurs ? { cancel: true } : {};
      const note = { ended: { outcome, seen: [] }, to, ...stop };
      return toLetter(end, current, { to: address, note, subject: COMPLETE_SUBJECT });
    });
}

/** The instances of other swarms that we gave something to do, each with its swarm. */
function toWorkers(end: EndedRun): Map<string, string> {
  const { task, ledger, sending = [] } = end;
  const given = ledger.peers.swarms().flatMap((swarm) => {
    const instances = [...ledger.peers.contact(swarm)!.given];
    // Before a server has said what it calls the instance that works for us, mail was for the one that is the rule.
    const expected = ourInstanceAt(task, swarm);
    return instances.map((instance) => [instance === expected ? toRunner(task, swarm) : instance, swarm] as const);
  });
  const written = sending
    .filter(({ msgType }) => msgType !== 'response')
    .flatMap((message) => recipientsOf(message).map(({ address }) => swarmOf(address)))
    .flatMap((swarm) => (swarm === undefined ? [] : [[routeTo(end, swarm).to, swarm] as const]));
  return new Map([...given, ...written]);
}

function toLetter(
  { task, ledger, outcome, text, agent }: EndedRun,
  current: RunData,
  { to, requestId, note, subject }: { to: string; requestId?: string; note: LetterNote; subject?: string },
): AddressedLetter {
  const message = composeResponse(contextOf(task), {
    sender: agentAddress(agent ?? current.entrypoint),
    recipient: to,
    subject: subject ?? (outcome === 'complete' ? COMPLETE_SUBJECT : ERROR_SUBJECT),
    body: text,
    requestId,
  });
  return {
    to,
    message: withNote(withRouting(message, { origin_swarm: task.owner.swarm, direction: 'back' }), {
      ...note,
      ...toTaskRun({ task, ledger }),
    }),
  };
}

/** The answer to a swarm that works on something that nobody here waits for any more. */
export function toDismissal(task: Task, letter: MAILMessage): MAILMessage {
  const [recipient] = recipientsOf(letter);
  const { instance, run } = noteOf(letter);
  const word = composeResponse(contextOf(task), {
    sender: recipient!,
    recipient: letter.message.sender.address,
    subject: COMPLETE_SUBJECT,
    body: 'Nobody waits for this any more.',
  });
  return withNote(word, {
    ended: { outcome: 'cancelled', seen: [] },
    ...defined({ to: instance, run }),
  });
}

/** Whether an agent of that swarm waits for an answer from here. */
export function owesAnswer(
  { ledger, sending = [], ...end }: Pick<EndedRun, 'ledger' | 'sending' | 'late'>,
  swarm: string,
): boolean {
  const late = idsOf(end.late);
  const answered = new Set(
    sending.flatMap(({ msgType, message }) => (msgType === 'response' ? [message.requestId] : [])),
  );
  return ledger.requests
    .open()
    .some((each) => swarmOf(each.from) === swarm && !answered.has(each.requestId) && !late.has(each.messageId));
}

function idsOf(mail: EndedRun['late'] = []): Set<string> {
  return new Set(mail.map(({ message }) => message.id));
}

/** What that swarm was answered last. */
function lastAnswer({ ledger, sending = [] }: EndedRun, swarm: string): string | undefined {
  const sent = sending.findLast(
    (message) =>
      message.msgType === 'response' && recipientsOf(message).some(({ address }) => swarmOf(address) === swarm),
  );
  return sent?.message.body ?? ledger.peers.contact(swarm)?.said;
}
