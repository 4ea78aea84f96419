import type { UIChunk } from '../chunks/ui-chunk.ts';
import { MessageAccumulator } from '../messages/message-accumulator.ts';
import { toValidMessage } from '../messages/to-valid-message.ts';
import type { UIMessage } from '../messages/ui-message.ts';

/**
 * The message that chunks make. One that does not fit, because the adapter that wrote it was wrong, is left out: the rest of
 * the conversation is still worth showing.
 */
export function foldChunks(chunks: Iterable<UIChunk>): UIMessage {
  const accumulator = new MessageAccumulator();
  for (const chunk of chunks) addChunk(accumulator, chunk);
  return toValidMessage(accumulator.message);
}

/** Whether the chunk fits. */
export function addChunk(accumulator: MessageAccumulator, chunk: UIChunk): boolean {
  try {
    accumulator.add(chunk);
    return true;
  } catch {
    return false;
  }
}
