import type { JSONObject } from '@posthouse/protocol';
import type { PartMetadata, SourcePart } from '../chunks/ui-chunk.ts';

/** A message as the AI SDK keeps it: what clients show, send and store. */
export type UIMessage = {
  id: string;
  role: 'system' | 'user' | 'assistant';
  metadata?: JSONObject;
  parts: UIPart[];
};

export type TextPart = {
  type: 'text' | 'reasoning';
  text: string;
  state?: 'streaming' | 'done';
  providerMetadata?: PartMetadata;
};

export type CallState =
  | 'input-streaming'
  | 'input-available'
  | 'approval-requested'
  | 'approval-responded'
  | 'output-available'
  | 'output-error'
  | 'output-denied';

/** A call of a tool: `dynamic-tool` names its tool in a field, others in their type. */
export type CallPart = {
  type: 'dynamic-tool' | `tool-${string}`;
  toolName?: string;
  toolCallId: string;
  state: CallState;
  title?: string;
  input?: unknown;
  output?: unknown;
  errorText?: string;
  providerExecuted?: boolean;
  preliminary?: boolean;
  callProviderMetadata?: PartMetadata;
  approval?: { id: string; approved?: boolean; reason?: string };
};

export type UIPart =
  | TextPart
  | CallPart
  | { type: 'step-start' }
  | { type: 'file'; mediaType: string; url: string; filename?: string; providerMetadata?: PartMetadata }
  | SourcePart
  | { type: `data-${string}`; id?: string; data: unknown };
