import {
  isJSONObject,
  type MAILMessage,
  mailMessageWire,
  type NewEntry,
  newId,
  recipientsOf,
} from '@posthouse/protocol';
import type { TaskStatus } from '../../task.ts';
import { readStoredJSON } from './reference-tables.ts';

/** An event as the reference stored it: `data` is JSON as text. */
export type ReferenceEvent = { type: string | null; data: string | null; createdAt: number };

/** What the reference has about a task beside its name. */
export type ReferenceTask = {
  completed: boolean;
  startedAt: number;
  events: readonly ReferenceEvent[];
  /** The message with the last answer. */
  response: unknown;
};

export type ImportedLog = {
  entries: { at: number; entry: NewEntry }[];
  /** Number of the last run; 0 if there was none. */
  run: number;
  status: TaskStatus;
  /** How many messages could not be read. */
  unreadable: number;
};

const COMPLETE = '::task_complete::';
const BREAKPOINT = '::breakpoint_tool_call::';
const UNFINISHED = 'the task had not ended when it was imported from another server';

/**
 * The log of a task from what the reference remembers of it: its messages, each once, and the ends of its runs. A run
 * goes from a message to the completion that follows. Whatever is still open is ended: nobody is at work on it.
 */
export function toImportedLog({ completed, startedAt, events, response }: ReferenceTask): ImportedLog {
  const { messages, unreadable } = readMessages(events);
  const log = new RunLogWriter();
  for (const { at, message } of messages) {
    log.add(at, message);
    const end = endOf(message);
    if (end !== undefined) log.end(at, end.outcome, end.text);
  }
  const answer = toMessage(response);
  const last = messages.at(-1)?.at ?? startedAt;
  // A completion that is remembered as the answer, but not as an event.
  if (completed && answer !== undefined && log.lastText !== answer.message.body) {
    if (!log.isOpen) log.begin(last, []);
    log.end(last, 'complete', answer.message.body);
  }
  if (log.isOpen) log.end(last, completed ? 'complete' : 'cancelled', completed ? '' : UNFINISHED);
  const status = log.outcome ?? (completed ? 'complete' : 'cancelled');
  return { entries: log.entries, run: log.run, status, unreadable };
}

/** Writes entries run by run. */
class RunLogWriter {
  readonly entries: { at: number; entry: NewEntry }[] = [];
  run = 0;
  isOpen = false;
  outcome: 'complete' | 'error' | 'cancelled' | undefined;
  /** The text with which the last run ended. */
  lastText: string | undefined;

  begin(at: number, messages: string[]): void {
    this.run += 1;
    this.isOpen = true;
    this.#write(at, { run: this.run, type: 'run-started', answerId: newId(), messages });
  }

  /** One entry per recipient, as we keep them. */
  add(at: number, message: MAILMessage): void {
    if (!this.isOpen) this.begin(at, [message.id]);
    const { sender } = message.message;
    const agent = sender.addressType === 'agent' ? { agent: sender.address } : {};
    for (const { address } of recipientsOf(message)) {
      this.#write(at, { run: this.run, ...agent, type: 'message', to: address, message });
    }
  }

  end(at: number, outcome: 'complete' | 'error' | 'cancelled', text: string): void {
    this.#write(at, { run: this.run, type: 'run-ended', outcome, text });
    this.isOpen = false;
    this.outcome = outcome;
    this.lastText = text;
  }

  #write(at: number, entry: NewEntry): void {
    // Events were stored when there was time for it; a log does not run backwards.
    this.entries.push({ at: Math.max(at, this.entries.at(-1)?.at ?? at), entry });
  }
}

/** The messages in the order of their events, each once: the reference has an event for each recipient. */
function readMessages(events: readonly ReferenceEvent[]): {
  messages: { at: number; message: MAILMessage }[];
  unreadable: number;
} {
  const messages = new Map<string, { at: number; message: MAILMessage }>();
  let unreadable = 0;
  for (const { type, data, createdAt } of events) {
    if (type !== 'new_message') continue;
    const read = readEvent(data);
    const message = toMessage(read?.message);
    if (message === undefined) unreadable += 1;
    else if (!messages.has(message.id)) messages.set(message.id, { at: read?.at ?? createdAt, message });
  }
  return { messages: [...messages.values()].toSorted((first, second) => first.at - second.at), unreadable };
}

function readEvent(data: string | null): { at: number | undefined; message: unknown } | undefined {
  const event = readStoredJSON(data);
  if (!isJSONObject(event) || !isJSONObject(event.extra_data)) return undefined;
  const at = typeof event.timestamp === 'string' ? Date.parse(event.timestamp) : Number.NaN;
  return { at: Number.isNaN(at) ? undefined : at, message: event.extra_data.full_message };
}

function toMessage(value: unknown): MAILMessage | undefined {
  try {
    return mailMessageWire.parse(readStoredJSON(value)).value;
  } catch {
    return undefined;
  }
}

/** How a message ends its run. At a breakpoint the reference says that it is complete; the run continues with the answer. */
function endOf({ msgType, message }: MAILMessage): { outcome: 'complete' | 'error'; text: string } | undefined {
  if (msgType !== 'broadcast_complete' || message.subject === BREAKPOINT) return undefined;
  return { outcome: message.subject === COMPLETE ? 'complete' : 'error', text: message.body };
}
