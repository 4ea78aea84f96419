import { shownText } from '../../../packages/agents/src/__fixtures__/shown-text.ts';
import type { UIChunk } from '../../../packages/chat/src/chunks/ui-chunk.ts';
import type { CallPart, UIMessage } from '../../../packages/chat/src/messages/ui-message.ts';
import type { UIMessage as ClientMessage } from 'ai';

/** What a user of the chat has seen of a run. */
export interface Seen {
  /** Of all streams that the answer took; there are several where a question interrupted it. */
  readonly chunks: readonly UIChunk[];
  /** As the client has it. */
  readonly message: UIMessage;
  /** What the message says in the end, its texts joined with `|`. */
  readonly text: string;
  readonly calls: readonly CallPart[];
  /** Texts that were shown and then taken back. */
  readonly retracted: readonly string[];
  readonly errorText: string | undefined;
  readonly wasStopped: boolean;
  readonly finishReason: string | undefined;
  readonly approvals: number;
}

/** Reads an answer that a client has received. */
export function toSeen(received: ClientMessage, streams: readonly { chunks: readonly { type: string }[] }[]): Seen {
  const message = received as unknown as UIMessage;
  const chunks = streams.flatMap((stream) => stream.chunks) as UIChunk[];
  const last = chunks.at(-1);
  return {
    chunks,
    message,
    text: shownText(message),
    calls: message.parts.filter((part): part is CallPart => part.type === 'dynamic-tool'),
    retracted: message.parts.flatMap((part) =>
      part.type === 'text' && 'text' in part && part.providerMetadata?.['posthouse']?.['retracted'] === true
        ? [part.text]
        : [],
    ),
    errorText: chunks.find((chunk) => chunk.type === 'error')?.errorText,
    wasStopped: chunks.some(({ type }) => type === 'abort'),
    finishReason: last?.type === 'finish' ? last.finishReason : undefined,
    approvals: chunks.filter(({ type }) => type === 'tool-approval-request').length,
  };
}
