import {
  type JSONObject,
  type MAILMessage,
  messageOf,
  type NewEntry,
  newId,
  ownValue,
  PosthouseError,
  recipientsOf,
} from '@posthouse/protocol';
import type { Mail, NewMail } from '@posthouse/store';
import { QUIET } from '../mailbox/mailbox.ts';
import { composeSystemResponse } from '../messages/compose-messages.ts';
import type { Decision } from '../task/decision.ts';
import { contextOf, dataOf, type DecisionState } from '../task/task-data.ts';
import type { FederationPolicy } from './federation-policy.ts';
import { noteOf, withNote } from '../task/letters/letter-note.ts';
import { peerOf, toPeerMailbox } from '../task/letters/peer-mailbox.ts';
import { retryDelay } from './retry-delay.ts';

type Delivering = Pick<DecisionState, 'task' | 'mail'>;

/** What waits for a swarm, in the order in which it was written. */
export function lettersTo(mail: readonly Mail[], swarm: string): Mail[] {
  const mailbox = toPeerMailbox(swarm);
  return mail
    .filter((each) => each.mailbox === mailbox && noteOf(each.message).paused === undefined)
    .toSorted((one, other) => one.order - other.order);
}

/** The swarms whose next letter can go now. Only the first of each: letters arrive in the order they were written in. */
export function dueSwarms(mail: readonly Mail[], now: number): string[] {
  const swarms = new Set(mail.map((each) => peerOf(each.mailbox)).filter((swarm) => swarm !== undefined));
  return [...swarms].filter((swarm) => (lettersTo(mail, swarm)[0]?.due ?? Number.POSITIVE_INFINITY) <= now);
}

/** When the next letter can go, if any waits; with `after`, the next of those that cannot go yet at that time. */
export function nextLetterDue(mail: readonly Mail[], after = Number.NEGATIVE_INFINITY): number | undefined {
  const swarms = new Set(mail.map((each) => peerOf(each.mailbox)).filter((swarm) => swarm !== undefined));
  const firsts = [...swarms].flatMap((swarm) => lettersTo(mail, swarm).slice(0, 1));
  const dues = firsts.map((letter) => letter.due).filter((due) => due > after);
  return dues.length === 0 ? undefined : Math.min(...dues);
}

/** A letter has arrived. Where the task was new, we know from now on who works on it there. */
export function decideDelivered({ task, mail }: Delivering, letter: Mail, runner?: string): Decision {
  const swarm = peerOf(letter.mailbox)!;
  const { runners = {}, attempts = {} } = dataOf(task);
  const data: JSONObject = {
    ...(runner === undefined || ownValue(runners, swarm) === runner
      ? {}
      : { runners: { ...runners, [swarm]: runner } }),
    ...(ownValue(attempts, swarm) === undefined ? {} : { attempts: without(attempts, swarm) }),
  };
  return {
    entries: [],
    // A cancel may have taken it out of the mailbox while it was on its way.
    take: mail.some((each) => each.id === letter.id) ? [letter.id] : [],
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
}

export type FailedDelivery = {
  letter: Mail;
  error: unknown;
  policy: FederationPolicy;
  now: number;
  /** Between 0 and 1. */
  random: number;
};

/**
 * A letter has not arrived, as far as we know. It is tried again later, and everything behind it with it; when that
 * cannot help, or has been going on for too long, its sender is told.
 */
export function decideUndelivered(state: Delivering, failed: FailedDelivery): Decision {
  const { letter, error, policy, now } = failed;
  if (!state.mail.some((each) => each.id === letter.id)) return { entries: [] };
  const age = now - Date.parse(letter.message.timestamp);
  const isHopeless = PosthouseError.isInstance(error) && !error.retryable;
  return isHopeless || age > policy.giveUpMs ? decideLost(state, failed) : decideRetry(state, failed);
}

function decideRetry({ task, mail }: Delivering, { letter, error, policy, now, random }: FailedDelivery): Decision {
  const swarm = peerOf(letter.mailbox)!;
  const { attempts = {} } = dataOf(task);
  const failures = ownValue(attempts, swarm) ?? 0;
  const due = now + retryDelay(failures, policy, { random, atLeast: retryAfter(error) });
  // All of them again, because what is put again goes to the end.
  const waiting = lettersTo(mail, swarm);
  const text = `mail to swarm '${swarm}' waits, because it cannot be delivered now: ${messageOf(error)}`;
  return {
    entries: failures === 0 && task.openRun !== null ? [notice(task.openRun, 'letter_delayed', text)] : [],
    take: waiting.map((each) => each.id),
    put: waiting.map(({ order: _order, ...each }) => ({ ...each, due })),
    data: { attempts: { ...attempts, [swarm]: failures + 1 } },
  };
}

function decideLost({ task, mail }: Delivering, { letter, error, now }: FailedDelivery): Decision {
  const swarm = peerOf(letter.mailbox)!;
  const { attempts = {}, current } = dataOf(task);
  const { message } = letter;
  const reason = messageOf(error);
  const run = task.openRun ?? 0;
  const told = tellSender(message, current?.entrypoint, reason);
  const entries: NewEntry[] = [notice(run, 'letter_lost', toLostText(message, swarm, reason))];
  const put: NewMail[] = [];
  if (told !== undefined) {
    const word = withNote(composeSystemResponse(contextOf(task), told.agent, told), {
      lost: { swarm, letter: message.id },
      ...(task.openRun === null ? { late: true } : {}),
    });
    entries.push({ run, type: 'message', to: told.agent, message: word });
    // Between runs nobody is at work: it is read when somebody is.
    const due = task.openRun === null ? { due: QUIET, run: null } : { run: task.openRun };
    put.push({ id: newId(), mailbox: told.agent, tier: 1, message: word, ...due });
  }
  // What waits behind it has waited for this one only.
  const waiting = lettersTo(mail, swarm).filter((each) => each.id !== letter.id);
  return {
    entries,
    take: [letter.id, ...waiting.map((each) => each.id)],
    put: [...waiting.map(({ order: _order, ...each }) => ({ ...each, due: now })), ...put],
    ...(ownValue(attempts, swarm) === undefined ? {} : { data: { attempts: without(attempts, swarm) } }),
  };
}

function tellSender(message: MAILMessage, entrypoint: string | undefined, reason: string) {
  const { resume, ended } = noteOf(message);
  if (resume !== undefined) {
    if (entrypoint === undefined) return undefined;
    const body = `The answer to a question of another swarm could not be handed over: ${reason}. It may still be waiting for it.`;
    return { agent: entrypoint, subject: '::agent_error::', body };
  }
  if (ended !== undefined || message.message.sender.addressType !== 'agent') return undefined;
  const to = recipientsOf(message)
    .map(({ address }) => address)
    .join(', ');
  const body = `Your message '${message.message.subject}' to ${to} was not delivered: ${reason}. Nobody there has read it.`;
  return { agent: message.message.sender.address, subject: '::agent_error::', body };
}

function toLostText({ message }: MAILMessage, swarm: string, reason: string): string {
  const direction = message.routingInfo?.direction === 'back' ? 'back' : 'forward';
  const what = `'${message.subject}' of ${message.sender.address} to swarm '${swarm}'`;
  return `error sending interswarm message ${direction}: ${what} was not delivered: ${reason}`;
}

function notice(run: number, code: string, text: string): NewEntry {
  return { run, type: 'notice', code, text };
}

function retryAfter(error: unknown): number {
  const details = PosthouseError.isInstance(error)
    ? (error.details as { retryAfterMs?: unknown } | undefined)
    : undefined;
  return typeof details?.retryAfterMs === 'number' ? details.retryAfterMs : 0;
}

function without<Value>(record: Record<string, Value>, key: string): Record<string, Value> {
  const { [key]: _, ...rest } = record;
  return rest;
}
