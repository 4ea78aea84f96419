import type { JSONObject, Usage } from '@posthouse/protocol';
import type { SessionOwner } from '@posthouse/store';
import type { AgentMessage } from './agent-message.ts';
import type { AgentNews } from './agent-news.ts';
import type { HostEvent } from './host-event.ts';

/**
 * Connects an agent program (Claude, Codex, OpenCode, pi, …): a pure translator of its events into news that are the
 * same for all programs, and a thin driver that starts, resumes and stops it. Whoever uses an adapter stores and shows
 * what it tells.
 *
 * @example
 * let state = adapter.start({ messageId: 'm1', generateId, now });
 * for await (const event of session.send(adapter.adaptUserMessage(message), { signal })) {
 *   const step = adapter.translate(event, state);
 *   state = step.state;
 *   for (const news of step.news) tell(news);
 * }
 * for (const news of adapter.finish(state, { outcome: 'ended' })) tell(news);
 */
export interface AgentAdapter<Event = unknown, State extends AgentRunState = AgentRunState, Input = unknown> {
  /** What configuration calls it: `claude`, `codex`, `pi`, … */
  readonly name: string;
  /** The state of a run before its first event. */
  start(options: TranslationOptions): State;
  /**
   * What an event means. Pure: the same event and state always give the same news, and the state is not changed.
   */
  translate(event: Event | HostEvent, state: State): Translation<State>;
  /** Called at the end of the events: closes everything that is open and ends the message. */
  finish(state: State, end: RunEnd): AgentNews[];
  /** While `state.phase` is `paused`: what tells readers to stop there. The run itself waits for its approvals. */
  pause(state: State): AgentNews[];
  /** What is told first when the run continues after `pause`. */
  proceed(state: State): Translation<State>;
  /** A whole message of the program as a message of ours; undefined for other events. */
  adaptMessage(event: Event): AgentMessage | undefined;
  /** What the user said, in the form the program takes. */
  adaptUserMessage(message: UserInput): Input;
  /**
   * Starts or resumes a conversation. The program is loaded here for the first time; rejects with `agent_unavailable`
   * and the package to install where it is missing.
   */
  open(options: OpenOptions): Promise<AgentSession<Event, Input>>;
  /** Whether the program is there, without starting it. */
  availability(): Promise<Availability>;
}

/** An adapter of any kind, for code that only passes events on. */
// oxlint-disable-next-line typescript/no-explicit-any -- events, states and inputs only go from one method of an adapter to the next.
export type AnyAgentAdapter = AgentAdapter<any, any, any>;

/** How a translation begins. Ids and times come from outside, so that the same events give the same news. */
export interface TranslationOptions {
  /** Id of the assistant's message; unique for ever, so it makes ids that a program repeats unique. */
  readonly messageId: string;
  readonly generateId: () => string;
  /** Milliseconds, as of `Date.now`. */
  readonly now: () => number;
  /** What this conversation had cost before this run, as its last message said under `totals`. */
  readonly totals?: AgentTotals | undefined;
}

/** What every adapter's state says about a run. */
export interface AgentRunState {
  /** `paused`: nothing moves before an approval is answered. `ended`: the message is complete. */
  readonly phase: 'open' | 'paused' | 'ended';
  /** What the program calls this conversation, as soon as it has said so. */
  readonly agentSessionId: string | undefined;
  /** How many events were not understood, by type. */
  readonly ignored: Readonly<Record<string, number>>;
}

export interface Translation<State> {
  readonly news: AgentNews[];
  readonly state: State;
}

/** Usage and cost of a whole conversation, for programs that only count upwards. */
export interface AgentTotals {
  readonly usage?: Usage | undefined;
  /** In US dollars. */
  readonly cost?: number | undefined;
}

/** How the events of a run came to their end. */
export type RunEnd =
  | { readonly outcome: 'ended' }
  | { readonly outcome: 'stopped' }
  | { readonly outcome: 'failed'; readonly errorText: string };

/** What the user sent: the parts of their message that an agent can read. */
export interface UserInput {
  readonly id?: string | undefined;
  readonly parts: readonly UserPart[];
}

/** What of a user's message reaches agents: words and files. Whatever else a client puts into it stays with the client. */
export type UserPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly mediaType: string; readonly url: string; readonly filename?: string | undefined };

export interface OpenOptions {
  /** The chat session this is for, if any; for adapters that look things up by it. */
  readonly session?: { readonly owner: SessionOwner; readonly id: string } | undefined;
  /** The folder the agent works in. */
  readonly cwd: string;
  readonly model?: string | undefined;
  /** The conversation to resume. */
  readonly agentSessionId?: string | undefined;
  /** Variables for the program's process. It gets no others, except what it needs to find its programs. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly baseURL?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Options for this program only; each adapter says what it reads. */
  readonly options?: JSONObject | undefined;
  /**
   * A process that is idle for this long is ended, and the conversation continues in a new one; 5 minutes by
   * default.
   */
  readonly idleMs?: number | undefined;
  /** A run that is silent for this long has failed; half an hour by default. Waiting for an approval does not count. */
  readonly silenceMs?: number | undefined;
}

/**
 * One conversation with an agent program. It starts its process when it has something to do, and ends it on
 * `interrupt` (if it does not stop on its own), when it is idle for too long, and when it is disposed of.
 */
export interface AgentSession<Event = unknown, Input = unknown> extends AsyncDisposable {
  /** What the program calls this conversation; what `open` takes to resume it. */
  readonly agentSessionId: string | undefined;
  /** The program's process, while there is one. */
  readonly pid?: number | undefined;
  /**
   * One run: sends the input and yields what the program says, up to its end. Approvals are among the events; the
   * run waits for `answer`. Rejects when the program fails; the session stays usable. `signal` does the same as
   * `interrupt`.
   */
  send(input: Input, options: { signal: AbortSignal }): AsyncIterable<Event | HostEvent>;
  /** Ends the run soon, whatever the program does; `send` then ends too. */
  interrupt(): Promise<void>;
  /** Rejects with `call_not_found` if nothing waits under that id. */
  answer(answer: ApprovalAnswer): Promise<void>;
  /** A second conversation that begins where this one is. */
  fork?(): Promise<AgentSession<Event, Input>>;
}

export interface ApprovalAnswer {
  readonly approvalId: string;
  readonly approved: boolean;
  readonly reason?: string | undefined;
  /** Replaces the input of the call, where the program can do that. */
  readonly input?: unknown;
}

export interface Availability {
  readonly available: boolean;
  /** Why not, and what to do about it. */
  readonly reason?: string | undefined;
}
