import type { JSONObject, Usage } from '@posthouse/protocol';

/** How an answer ended. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

/**
 * What happens in a run of an agent program, said the same way for all programs and in an order that every reader
 * accepts: what begins comes before what is said about it, and ends once. Whoever shows or keeps a run encodes this.
 */
export type AgentNews =
  /** The answer begins; a second time it goes on after a pause. */
  | { type: 'start'; messageId: string; facts?: JSONObject }
  /** What is known about the run and was not known before. */
  | { type: 'facts'; facts: JSONObject }
  /** A request to the model. */
  | { type: 'step-start' | 'step-end' }
  | { type: 'text-start'; id: string; kind: TextKind }
  | { type: 'text'; id: string; kind: TextKind; delta: string }
  | { type: 'text-end'; id: string; kind: TextKind; retracted?: true; more?: JSONObject }
  /** A text that has ended does not count any more. */
  | { type: 'text-retracted'; id: string }
  | { type: 'call-start'; callId: string; tool: string }
  /** More of the input of a call that is being written. */
  | { type: 'call-input'; callId: string; delta: string }
  /** A call with its whole input. `parent` is the call that started the agent inside the agent whose call this is. */
  | { type: 'call'; callId: string; tool: string; input: unknown; parent?: string }
  | { type: 'question'; approvalId: string; callId: string }
  /** The end of what a running call has printed so far. */
  | { type: 'progress'; callId: string; text: string }
  | { type: 'result'; callId: string; output: unknown }
  | { type: 'failure'; callId: string; errorText: string }
  | { type: 'source'; id: string; url: string; title?: string | undefined }
  | { type: 'file'; url: string; mediaType: string }
  | { type: 'agent'; agent: NestedAgent }
  | { type: 'agent-part'; id: string; parent: string; part: NestedPart }
  /** Worth knowing while it happens; one with an id is kept, and replaces the one before it. */
  | { type: 'notice'; code: string; text: string; id?: string; more?: JSONObject }
  /** For readers that know its name. With an id it replaces what came before under that id. */
  | { type: 'data'; name: string; data: unknown; id?: string | undefined; isTransient?: true }
  /** Nothing moves before an approval is answered. */
  | { type: 'pause'; facts: JSONObject }
  | { type: 'end'; outcome: 'ended' | 'stopped'; finishReason: FinishReason; facts: JSONObject }
  | { type: 'end'; outcome: 'failed'; errorText: string; facts: JSONObject };

export type TextKind = 'text' | 'reasoning';

/** What is told of an agent inside the agent. */
export interface NestedAgent {
  readonly toolCallId: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly status: 'running' | 'completed' | 'failed' | 'stopped';
  readonly background?: boolean | undefined;
  readonly summary?: string | undefined;
  readonly usage?: Usage | undefined;
}

/** A part of what an agent inside the agent says and does. */
export type NestedPart = NestedText | NestedCall;

export interface NestedText {
  readonly type: TextKind;
  readonly text: string;
  readonly state: 'streaming' | 'done';
  /** Set when the agent has begun anew, and this does not count. */
  readonly retracted?: true | undefined;
}

export interface NestedCall {
  readonly type: 'dynamic-tool';
  readonly toolName: string;
  readonly toolCallId: string;
  readonly state: 'input-streaming' | 'input-available' | 'output-available' | 'output-error';
  readonly input: unknown;
  readonly output?: unknown;
  readonly errorText?: string | undefined;
}
