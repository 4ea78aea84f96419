/**
 * What we read of pi's events. Both packages that carry them (`@mariozechner/pi-agent-core` and
 * `@earendil-works/pi-agent-core`) are optional peers and say the same things, so one description serves both.
 */
export interface PiEvent {
  readonly type: string;
  readonly message?: PiMessage;
  readonly messages?: readonly PiMessage[];
  readonly assistantMessageEvent?: PiUpdate;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly args?: unknown;
  readonly partialResult?: unknown;
  readonly result?: unknown;
  readonly isError?: boolean;
}

/** A piece of a message while it is written. */
export interface PiUpdate {
  readonly type: string;
  readonly contentIndex?: number;
  readonly delta?: string;
  readonly content?: string;
  readonly toolCall?: PiContent;
  /**
   * The message so far. pi goes on writing into it, so by the time it is read it may contain more than this event
   * says: only the id and the name of a call are taken from it.
   */
  readonly partial?: PiMessage;
}

export interface PiMessage {
  readonly role?: string;
  readonly content?: string | readonly PiContent[];
  readonly model?: string;
  readonly provider?: string;
  readonly usage?: PiUsage;
  readonly stopReason?: string;
  readonly errorMessage?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly isError?: boolean;
  readonly timestamp?: number;
}

export interface PiContent {
  readonly type?: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly id?: string;
  readonly name?: string;
  readonly arguments?: unknown;
  readonly data?: string;
  readonly mimeType?: string;
}

export interface PiUsage {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly cost?: { readonly total?: number };
}
