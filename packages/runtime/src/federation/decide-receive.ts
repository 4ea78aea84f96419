import {
  formatInstance,
  type Instance,
  invalidInput,
  type MAILMessage,
  type NewEntry,
  newId,
  ownValue,
  PosthouseError,
  priorityTier,
} from '@posthouse/protocol';
import type { Mail, NewMail, Task } from '@posthouse/store';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import { QUIET } from '../mailbox/mailbox.ts';
import { toBuffers } from '../task/step-mail.ts';
import { decidePost } from '../task/decide-post.ts';
import type { Decision } from '../task/decision.ts';
import { endRun } from '../task/end-run.ts';
import { type CallAnswers, decideRemoteResume } from '../task/decide-resume.ts';
import { limitsOf } from '../task/limits.ts';
import { dataOf, type DecisionState, toData } from '../task/task-data.ts';
import { swarmOfContributor, toTaskOwner } from '../task/letters/contributors.ts';
import { owesAnswer, toDismissal } from '../task/letters/end-letters.ts';
import { findRecipients } from './find-recipients.ts';
import type { Asking } from '../task/letters/late-letters.ts';
import { leastLimits } from './letter-limits.ts';
import { type LetterOrigin, noteOf, withNote } from '../task/letters/letter-note.ts';
import { toPeerMailbox } from '../task/letters/peer-mailbox.ts';
import type { Arrival } from './read-letter.ts';
import { toCaller } from '../task/letters/to-caller.ts';

export type Receiving = { owner: Instance; definition: SwarmDefinition; now: number };
type State = Omit<DecisionState, 'task'> & { task: Task | undefined };

/**
 * What a letter of a peer comes to: it starts a run, joins the one that is open, or waits quietly to be read. Nothing at
 * all when it tells of something that nobody waits for any more.
 */
export function decideReceive(state: State, arrival: Arrival, receiving: Receiving): Decision | undefined {
  const { task } = state;
  if (task !== undefined) checkPart({ ...state, task }, arrival);
  const { openRun = null } = task ?? {};
  const { ended, paused } = noteOf(arrival.message);
  if (paused !== undefined) return task && decideAsked({ ...state, task }, arrival);
  if (ended !== undefined) {
    return openRun === null ? undefined : decideEnded({ ...state, task: task! }, arrival, receiving);
  }
  const { answers } = arrival.metadata;
  if (answers !== undefined) return task && decideAnswers({ ...state, task }, arrival, answers);
  const isResponse = arrival.message.msgType === 'response';
  const names = findRecipients(arrival, receiving.definition, state.ledger, receiving.definition.entrypoint);
  if (openRun === null) {
    if (isResponse && task !== undefined) return decideLate(task, arrival, names);
    // Nobody but its user starts a run of a user's task.
    if (isResponse || (task !== undefined && task.owner.role !== 'swarm')) throw notRunning();
    return decideStart(state, arrival, names, receiving);
  }
  // It may come too late to be read, and then start a run of its own.
  const mayStart = !isResponse && task!.owner.role === 'swarm';
  const origin = mayStart ? toOrigin(arrival, receiving.definition) : undefined;
  return withContributors(task!, arrival, toMail({ ...state, task: task! }, arrival, names, origin));
}

/** The first letter of a run: whoever wrote it gets what the run comes to. */
function decideStart(state: State, arrival: Arrival, names: string[], { owner, definition, now }: Receiving): Decision {
  const { message, contributors, taskOwner } = arrival;
  const origin = toOrigin(arrival, definition);
  const { limits } = origin;
  const [first, ...others] = names;
  const start = decidePost(state, { message, to: first!, limits, now });
  const run = (state.task?.run ?? 0) + 1;
  const { current } = start.data as { current: object };
  const { contributors: known = [], invitations } = state.task === undefined ? {} : dataOf(state.task);
  const everybody = [...new Set([...known, ...contributors, formatInstance(owner)])];
  return {
    ...start,
    entries: [...start.entries, ...others.map((to): NewEntry => ({ run, type: 'message', to, message }))],
    put: [
      ...start.put!.map((mail) =>
        mail.message === message ? { ...mail, message: withNote(message, { origin }) } : mail,
      ),
      ...others.map((to) => mailTo(to, withNote(message, { origin }), run)),
    ],
    data: {
      ...start.data,
      ...toData({
        contributors: everybody,
        taskOwner,
        ...keepInvitations({ ...invitations, ...origin.invitations }, everybody),
      }),
      current: { ...current, caller: toCaller(message, origin) },
    },
  };
}

/** Those of swarms that work on the task: they may ask others in a later run, who then write to us. */
function keepInvitations(
  given: Record<string, string>,
  contributors: readonly string[],
): { invitations?: Record<string, string> } {
  const swarms = new Set(contributors.map(swarmOfContributor));
  const kept = Object.entries(given).filter(([swarm]) => swarms.has(swarm));
  return kept.length === 0 ? {} : { invitations: Object.fromEntries(kept) };
}

function toOrigin({ from, metadata }: Arrival, definition: SwarmDefinition): LetterOrigin {
  return {
    ours: from.ours,
    limits: leastLimits(limitsOf(definition.limits), metadata.left ?? {}),
    invitations: metadata.invitations,
  };
}

/**
 * A swarm says that its run has ended. If that was the run we work for, ours has no purpose any more; if it was one that
 * we asked for, it is news for whoever asked.
 */
function decideEnded(state: DecisionState, arrival: Arrival, { definition, now }: Receiving): Decision | undefined {
  const { task, ledger } = state;
  const { from, message } = arrival;
  const current = dataOf(task).current!;
  const { ended, run } = noteOf(message);
  // That nobody answers the question of an earlier run does not concern this one.
  if (run !== undefined && run !== current.run) return undefined;
  if (isAbove(task, arrival)) return decideOver(state, arrival, now);
  // About letters of an earlier run, or for the second time.
  if (from.ours && !ledger.peers.isAtWork(from.swarm, ended!.seen)) return undefined;
  const names = findRecipients(arrival, definition, ledger, current.entrypoint);
  const decision = toMail(state, arrival, names);
  if (ended!.answered !== true) return withContributors(task, arrival, decision);
  // Who has the answer already need not be woken to hear that there was one, nor read it again.
  const put = message.message.body === '' ? [] : decision.put!.map((mail) => ({ ...mail, due: QUIET }));
  return withContributors(task, arrival, { ...decision, put });
}

/** The run that ours works for is over: so is ours, and it has come to something if it has given an answer. */
function decideOver(state: DecisionState, arrival: Arrival, now: number): Decision {
  const { swarm } = arrival.from;
  // The owner of the task may have ended it, and whoever asked us knows nothing of that yet.
  const knowing = isCaller(state.task, arrival) ? { callerKnows: true as const } : {};
  const why = `swarm '${swarm}' has completed the task`;
  const { said } = state.ledger.peers.contact(swarm) ?? {};
  const end = { ...state, why, over: toOver(state.task, arrival), ...knowing, now };
  if (said !== undefined && !owesAnswer(state, swarm)) return endRun({ ...end, outcome: 'complete', text: said });
  return endRun({ ...end, outcome: 'cancelled', text: why, code: 'cancelled' });
}

/** When the owner of the task is done nobody waits any more; others only speak for themselves. */
function toOver(task: Task, { from: { swarm }, message }: Arrival): Asking | 'everybody' {
  const owner = toTaskOwner(task);
  const { instance } = noteOf(message);
  if (instance === undefined) return swarmOfContributor(owner) === swarm ? 'everybody' : { swarm };
  return owner === instance ? 'everybody' : { swarm, instance };
}

function isCaller(task: Task, { from, message }: Arrival): boolean {
  const { caller } = dataOf(task).current!;
  const { instance } = noteOf(message);
  if (caller?.instance === undefined || instance === undefined) return caller?.swarm === from.swarm;
  return caller.instance === instance;
}

/** A swarm that works for us waits for somebody. `PeerExchange` turns it into a pause. */
function decideAsked({ task, ledger }: DecisionState, arrival: Arrival): Decision {
  const { from, message } = arrival;
  const run = task.openRun;
  if (run === null || !ledger.peers.isAtWork(from.swarm)) return decideDismissal(task, arrival);
  const text = `swarm '${from.swarm}' waits for an answer`;
  return {
    entries: [{ run, type: 'notice', code: 'peer_paused', text }],
    put: [{ id: newId(), mailbox: toPeerMailbox(from.swarm), tier: 1, run, message }],
  };
}

/**
 * A swarm waits for somebody about a matter that is over here. That happens when what ended it has overtaken what began
 * it; nobody would ever answer, so it is told.
 */
function decideDismissal(task: Task, { from, message }: Arrival): Decision {
  const text = `swarm '${from.swarm}' waits for an answer in a run that has ended, and is told so`;
  return {
    entries: [{ run: task.openRun ?? 0, type: 'notice', code: 'peer_dismissed', text }],
    put: [{ id: newId(), mailbox: toPeerMailbox(from.swarm), tier: 5, run: null, message: toDismissal(task, message) }],
  };
}

/** The swarm that our run works for has passed our question on, and this is what came back. */
function decideAnswers(
  state: DecisionState,
  arrival: Arrival,
  answers: NonNullable<Arrival['metadata']['answers']>,
): Decision | undefined {
  if (state.task.openRun === null || !isAbove(state.task, arrival)) return undefined;
  return decideRemoteResume(state, answers as CallAnswers);
}

/** An answer that comes when nobody is at work is read by whoever it is for when they are next up. */
function decideLate(task: Task, arrival: Arrival, names: string[]): Decision {
  const message = withNote(arrival.message, { late: true });
  return withContributors(task, arrival, {
    entries: names.map((to) => ({ run: 0, type: 'message', to, message })),
    put: names.map((to) => ({ ...mailTo(to, message, null), due: QUIET })),
  });
}

function toMail({ task }: DecisionState, { message }: Arrival, names: string[], origin?: LetterOrigin): Decision {
  const run = task.openRun!;
  const noted = origin === undefined ? message : withNote(message, { origin });
  const put = names.map((to) => mailTo(to, noted, run));
  return {
    entries: names.map((to) => ({ run, type: 'message', to, message })),
    put: dataOf(task).current?.manual === true ? toBuffers(put) : put,
  };
}

function mailTo(mailbox: string, message: MAILMessage, run: number | null): NewMail {
  return { id: newId(), mailbox, tier: priorityTier(message), run, message };
}

/** Whoever has joined the task is remembered. */
function withContributors(task: Task, { contributors }: Arrival, decision: Decision): Decision {
  const known = dataOf(task).contributors ?? [];
  const news = contributors.filter((each) => !known.includes(each));
  return news.length === 0 ? decision : { ...decision, data: { ...decision.data, contributors: [...known, ...news] } };
}

/** Whether the run that is open here works for a run of that swarm. */
function isAbove(task: Task, { from: { swarm }, message }: Arrival): boolean {
  const { caller } = dataOf(task).current!;
  const { instance } = noteOf(message);
  if (caller === undefined) return false;
  const owner = toTaskOwner(task);
  if (instance === undefined) return caller.swarm === swarm || swarmOfContributor(owner) === swarm;
  return caller.instance === instance || owner === instance;
}

/**
 * Refuses letters about a task that its sender has no part in: knowing its id and its owner is not enough. Those have a
 * part whom we or the task's owner asked, and those who were invited by somebody who has.
 */
function checkPart({ task, mail, ledger }: DecisionState, arrival: Arrival): void {
  const { from, taskOwner, metadata } = arrival;
  const owner = toTaskOwner(task);
  if (owner !== taskOwner) {
    throw invalidInput(`task owner mismatch: expected '${owner}', got '${taskOwner}'`);
  }
  if (!hasPart({ task, mail, ledger }, from.swarm) && !isInvited(task, metadata.invitations)) throw notRunning();
}

function hasPart(
  { task, mail, ledger }: { task: Task; mail: readonly Mail[]; ledger: DecisionState['ledger'] },
  swarm: string,
) {
  const { contributors = [], runners = {} } = dataOf(task);
  return (
    (task.owner.role === 'swarm' && task.owner.id === swarm) ||
    ownValue(runners, swarm) !== undefined ||
    ledger.peers.contact(swarm) !== undefined ||
    mail.some((each) => each.mailbox === toPeerMailbox(swarm)) ||
    contributors.some((each) => swarmOfContributor(each) === swarm)
  );
}

/** Whoever has the invitation of somebody who takes part was asked by them, or by somebody whom they asked. */
function isInvited(task: Task, invitations: Record<string, string> = {}): boolean {
  const { invitation, invitations: kept, current } = dataOf(task);
  const known = { ...kept, ...current?.caller?.invitations, ...(invitation && { [task.owner.swarm]: invitation }) };
  return Object.entries(known).some(([swarm, text]) => ownValue(invitations, swarm) === text);
}

/** Tasks of others are answered like tasks that do not exist. */
function notRunning(): PosthouseError {
  return new PosthouseError({ code: 'task_not_found', message: 'task is not running' });
}
