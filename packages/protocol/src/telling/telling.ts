import type { JSONValue } from '../json.ts';
import type { UsedBudget } from '../log/budget.ts';
import type { CallKind, CallResult } from '../log/call.ts';
import type { LiveText, Token } from '../log/live-text.ts';
import type { LogEntry } from '../log/log-entry.ts';
import type { MessageType } from '../messages/mail-message.ts';
import type { Usage } from '../log/usage.ts';

/** A run waits for its turn to ask a model, at this place; 0 when it no longer waits. It is in no log. */
export type QueuedEvent = { type: 'queued'; run: number; place: number };

/** What can be read of a task: its log, the text in progress, and its place in a queue. */
export type RunEvent = LogEntry | ({ type: 'token' } & Token) | (QueuedEvent & { seq?: undefined });

/** Whether an event is an entry of the log; other events are not stored. */
export function isEntry(event: RunEvent): event is LogEntry {
  return event.type !== 'token' && event.type !== 'queued';
}

/**
 * Who does something, and in which turn. An agent has one name here; the name of another swarm's agent ends in
 * `@swarm`.
 */
export type Speaker = { readonly agent: string; readonly turn: number };

/** A text of an agent. Only an answer of our own swarm is for the caller; all others are said beside it. */
export type ToldText = {
  readonly id: string;
  readonly by: Speaker;
  readonly kind: LiveText['kind'];
  readonly isAnswer: boolean;
};

/** A use of a tool. `forCaller` if it is told because somebody outside must answer it. */
export type ToldCall = {
  /** Unique within the run; `callId` is what the swarm calls it. */
  readonly id: string;
  readonly by: Speaker;
  readonly callId: string;
  readonly tool: string;
  readonly kind: CallKind;
  readonly input: JSONValue;
  readonly forCaller: boolean;
};

/** Mail between two agents. Both names are the ones that the reader knows. */
export type ToldMail = {
  /** Unique per message and recipient. */
  readonly id: string;
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  /** Empty on mail whose subject is only a signal. */
  readonly subject: string;
  readonly body: string;
  readonly msgType: MessageType;
  readonly at: string;
};

/** What a call that waits for somebody outside needs: its result, or an approval. */
export type ToldQuestion = { readonly call: ToldCall; readonly needs: 'result' | 'approval' };

/**
 * Something that a reader is told about a run. Texts and calls begin before anything else is said about them, and
 * end once; `end` is the last telling.
 */
export type Telling =
  | { type: 'start'; answerId: string }
  | { type: 'text-start'; text: ToldText }
  /** More of a text; `offset` is how much of it was told before. */
  | { type: 'text'; text: ToldText; offset: number; delta: string }
  | { type: 'text-end'; text: ToldText; retracted: boolean }
  | { type: 'call'; call: ToldCall }
  | { type: 'question'; question: ToldQuestion }
  | { type: 'result'; call: ToldCall; result: CallResult }
  | { type: 'mail'; mail: ToldMail }
  | { type: 'notice'; code: string; text: string; agent?: string }
  /**
   * The run waits for its turn to ask a model: 1 is next, 0 when it no longer waits. Not told again to later
   * readers.
   */
  | { type: 'queued'; place: number }
  | { type: 'usage'; agent: string; model: string; usage: Usage }
  /** Lists every question that is open now; none, if only a budget holds the run up. */
  | { type: 'pause'; seq: number; questions: readonly ToldQuestion[]; budget?: UsedBudget; budgets?: UsedBudget[] }
  | { type: 'resume' }
  /** `budgets` are those that the run is under, with what is used of each. */
  | { type: 'end'; outcome: 'complete' | 'error' | 'cancelled'; text: string; code?: string; budgets?: UsedBudget[] };
