import type { UIChunk } from '../../../packages/chat/src/chunks/ui-chunk.ts';
import { MessageAccumulator } from '../../../packages/chat/src/messages/message-accumulator.ts';
import type { CallPart, UIMessage } from '../../../packages/chat/src/messages/ui-message.ts';
import { shownText } from '../../../packages/chat/src/adapters/__fixtures__/shown-text.ts';
import type { PlayedRun } from './play.ts';
import type { RuntimeProfile } from './profile.ts';

/** What a user of the chat has seen of a run. */
export interface Seen {
  readonly chunks: readonly UIChunk[];
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

/** Translates a run that was played, and reads it as a client would. */
export function toSeen({ adapter }: RuntimeProfile, { events, end }: PlayedRun, number: number): Seen {
  let state = adapter.start({ messageId: `message-${number}`, generateId: () => crypto.randomUUID(), now: Date.now });
  const chunks: UIChunk[] = [];
  for (const event of events) {
    const step = adapter.translate(event, state);
    chunks.push(...step.chunks);
    state = step.state;
  }
  chunks.push(...adapter.finish(state, end));
  const accumulator = new MessageAccumulator();
  for (const chunk of chunks) accumulator.add(chunk);
  const { message } = accumulator;
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
