import { EVERYONE, type MAILMessage, type NewEntry, newId, recipientsOf, swarmOf } from '@posthouse/protocol';
import type { NewMail, Task } from '@posthouse/store';
import { agentAddress, composeResponse } from '../messages/compose-messages.ts';
import { withRouting } from '../manual/carry-step.ts';
import type { RunLedger } from '../office/run-ledger.ts';
import { contextOf, dataOf, type RunData } from '../office/task-state.ts';
import { worksForUs } from './contributors.ts';
import { type LetterNote, type RunEnding, withNote } from './letter-note.ts';
import { toPeerMailbox } from './peer-mailbox.ts';
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
  /** The swarm that asked for the run has ended its own, and need not be told. */
  callerKnows?: true;
};

/**
 * What other swarms are told when a run ends, after everything else that was written to them. Whoever asked for the run
 * gets what it came to, even if nobody had thought of writing there; those whom we asked learn that it is over.
 */
export function toEndLetters(end: EndedRun): { entries: NewEntry[]; put: NewMail[] } {
  const { current } = dataOf(end.task);
  if (current === undefined) return { entries: [], put: [] };
  const returns = toReturns(end, current);
  const told = new Set(returns.map(({ to }) => swarmOf(to)!));
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

/** Whoever has given us something to do learns what came of it; but who has stopped the run, or ended before, knows. */
function toReturns(end: EndedRun, current: RunData): AddressedLetter[] {
  const { caller } = current;
  const { ledger, outcome } = end;
  const isKnown = outcome === 'cancelled' || end.callerKnows === true;
  return ledger.peers.swarms().flatMap((swarm) =>
    [...ledger.peers.contact(swarm)!.askers.values()].flatMap(({ agent, instance, heard }) => {
      const isCaller = swarm === caller?.swarm && instance === caller.instance;
      if (isCaller && isKnown) return [];
      const answered = !owesAnswer(end, swarm) && hasAnswered(end, swarm);
      const requestId = isCaller ? caller.requestId : undefined;
      return [
        toLetter(end, current, {
          to: `${isCaller ? caller.agent : agent}@${swarm}`,
          ...(requestId === undefined ? {} : { requestId }),
          note: { ended: { outcome, seen: heard, answered }, ...(instance === undefined ? {} : { to: instance }) },
        }),
      ];
    }),
  );
}

/** Those whom we gave something to do learn that it is over. If the run was stopped, so is what they do for it. */
function toNotices(end: EndedRun, current: RunData, told: ReadonlySet<string>): AddressedLetter[] {
  const { task, ledger, outcome, sending = [] } = end;
  const written = sending.flatMap((message) => recipientsOf(message).map(({ address }) => swarmOf(address)));
  const asked = ledger.peers.swarms().filter((swarm) => ledger.peers.contact(swarm)!.sent.length > 0);
  const swarms = new Set([...asked, ...written.filter((swarm) => swarm !== undefined)]);
  return [...swarms]
    .filter((swarm) => !told.has(swarm) && (outcome !== 'cancelled' || ledger.peers.isAtWork(swarm)))
    .map((swarm) => {
      const address = `${ledger.peers.contact(swarm)?.agent ?? EVERYONE}@${swarm}`;
      const { to } = routeTo(end, swarm);
      const stop: LetterNote = outcome === 'cancelled' && worksForUs(task, swarm) ? { cancel: true } : {};
      const note = { ended: { outcome, seen: [] }, to, ...stop };
      return toLetter(end, current, { to: address, note, subject: COMPLETE_SUBJECT });
    });
}

function toLetter(
  { task, outcome, text, agent }: EndedRun,
  current: RunData,
  { to, requestId, note, subject }: { to: string; requestId?: string; note: LetterNote; subject?: string },
): AddressedLetter {
  const message = composeResponse(contextOf(task), {
    sender: agentAddress(agent ?? current.entrypoint),
    recipient: to,
    subject: subject ?? (outcome === 'complete' ? COMPLETE_SUBJECT : ERROR_SUBJECT),
    body: text,
    ...(requestId === undefined ? {} : { requestId }),
  });
  return {
    to,
    message: withNote(withRouting(message, { origin_swarm: task.owner.swarm, direction: 'back' }), note),
  };
}

/** Whether an agent of that swarm waits for an answer from here. */
export function owesAnswer({ ledger, sending = [] }: Pick<EndedRun, 'ledger' | 'sending'>, swarm: string): boolean {
  const answered = new Set(
    sending.flatMap(({ msgType, message }) => (msgType === 'response' ? [message.requestId] : [])),
  );
  return ledger.requests.open().some(({ from, requestId }) => swarmOf(from) === swarm && !answered.has(requestId));
}

function hasAnswered({ ledger, sending = [] }: EndedRun, swarm: string): boolean {
  if (ledger.peers.contact(swarm)?.said !== undefined) return true;
  return sending.some(
    (message) =>
      message.msgType === 'response' && recipientsOf(message).some(({ address }) => swarmOf(address) === swarm),
  );
}
