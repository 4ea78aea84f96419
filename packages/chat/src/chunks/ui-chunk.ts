import type { JSONObject } from '@posthouse/protocol';

/** What a part says about itself beyond its text: whose it is, whether it still stands. By who says so. */
export type PartMetadata = Record<string, JSONObject>;

/** How a message ended. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

type ToolInput = {
  toolCallId: string;
  toolName: string;
  providerExecuted?: boolean;
  dynamic?: boolean;
  title?: string;
  providerMetadata?: PartMetadata;
};
type ToolOutput = { toolCallId: string; providerExecuted?: boolean; dynamic?: boolean };

/** Where something in an answer comes from. A message has it as the chunk says it. */
export type SourcePart =
  | { type: 'source-url'; sourceId: string; url: string; title?: string; providerMetadata?: PartMetadata }
  | {
      type: 'source-document';
      sourceId: string;
      mediaType: string;
      title: string;
      filename?: string;
      providerMetadata?: PartMetadata;
    };

/**
 * One piece of an AI SDK UI message stream. It has only the types and keys that the oldest supported client knows
 * (6.0.45): that client ends the stream at any other.
 */
export type UIChunk =
  | { type: 'start'; messageId?: string; messageMetadata?: JSONObject }
  | { type: 'start-step' }
  | { type: 'text-start' | 'reasoning-start'; id: string; providerMetadata?: PartMetadata }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string; providerMetadata?: PartMetadata }
  | { type: 'text-end' | 'reasoning-end'; id: string; providerMetadata?: PartMetadata }
  | ({ type: 'tool-input-start' } & ToolInput)
  | { type: 'tool-input-delta'; toolCallId: string; inputTextDelta: string }
  | ({ type: 'tool-input-available'; input: unknown } & ToolInput)
  | ({ type: 'tool-input-error'; input: unknown; errorText: string } & ToolInput)
  | { type: 'tool-approval-request'; approvalId: string; toolCallId: string }
  | ({ type: 'tool-output-available'; output: unknown; preliminary?: boolean } & ToolOutput)
  | ({ type: 'tool-output-error'; errorText: string } & ToolOutput)
  | { type: 'tool-output-denied'; toolCallId: string }
  | SourcePart
  | { type: 'file'; url: string; mediaType: string; providerMetadata?: PartMetadata }
  | { type: `data-${string}`; id?: string; data: unknown; transient?: boolean }
  | { type: 'finish-step' }
  | { type: 'message-metadata'; messageMetadata: JSONObject }
  | { type: 'error'; errorText: string }
  | { type: 'abort'; reason?: string }
  | { type: 'finish'; finishReason?: FinishReason; messageMetadata?: JSONObject };
