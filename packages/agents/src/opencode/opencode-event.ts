/**
 * What we read of OpenCode's events (`@opencode-ai/sdk/v2`). The package is an optional peer, so its types are described
 * here; everything may be missing or of a newer kind, and unknown types are counted and left alone.
 */
export interface OpencodeEvent {
  readonly id?: string;
  readonly type: string;
  readonly properties?: OpencodeProperties;
}

export interface OpencodeProperties {
  readonly sessionID?: string;
  readonly info?: OpencodeInfo;
  readonly part?: OpencodePart;
  readonly messageID?: string;
  readonly partID?: string;
  readonly field?: string;
  readonly delta?: string;
  readonly status?: OpencodeStatus;
  readonly error?: OpencodeError;
  /** Of a permission or a question. */
  readonly id?: string;
  readonly permission?: string;
  readonly patterns?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly tool?: { readonly messageID?: string; readonly callID?: string };
  readonly requestID?: string;
  readonly reply?: string;
  readonly questions?: unknown;
  readonly answers?: unknown;
  readonly todos?: unknown;
  readonly file?: string;
}

/** A message or a session, whichever the event is about. */
export interface OpencodeInfo {
  readonly id?: string;
  readonly role?: string;
  readonly sessionID?: string;
  readonly parentID?: string;
  readonly title?: string;
  readonly agent?: string;
  readonly modelID?: string;
  readonly providerID?: string;
  readonly finish?: string;
  readonly error?: OpencodeError;
  readonly cost?: number;
  readonly tokens?: OpencodeTokens;
  readonly time?: { readonly created?: number; readonly completed?: number };
}

export interface OpencodeTokens {
  readonly input?: number;
  readonly output?: number;
  readonly reasoning?: number;
  readonly cache?: { readonly read?: number; readonly write?: number };
}

export interface OpencodeError {
  readonly name?: string;
  readonly data?: { readonly message?: string; readonly statusCode?: number };
}

export interface OpencodeStatus {
  readonly type?: string;
  readonly attempt?: number;
  readonly message?: string;
  readonly next?: number;
}

export interface OpencodePart {
  readonly id: string;
  readonly type: string;
  readonly messageID?: string;
  readonly sessionID?: string;
  readonly text?: string;
  readonly synthetic?: boolean;
  readonly ignored?: boolean;
  readonly time?: { readonly start?: number; readonly end?: number };
  readonly tool?: string;
  readonly callID?: string;
  readonly state?: OpencodeToolState;
  /** Of a finished step. */
  readonly reason?: string;
  readonly cost?: number;
  readonly tokens?: OpencodeTokens;
  /** Of a file. */
  readonly mime?: string;
  readonly filename?: string;
  readonly url?: string;
}

export interface OpencodeToolState {
  readonly status?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: unknown;
  readonly title?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly time?: { readonly start?: number; readonly end?: number };
}

/** The session an event belongs to; undefined for what concerns the whole server. */
export function sessionOf({ properties }: OpencodeEvent): string | undefined {
  return properties?.sessionID ?? properties?.part?.sessionID ?? properties?.info?.sessionID;
}
