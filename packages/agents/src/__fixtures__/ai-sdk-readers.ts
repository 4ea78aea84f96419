import { type UIChunk, type UIMessage } from '@posthouse/chat';
import * as ai7 from 'ai';
import * as ai6 from 'ai-6';
import * as ai6oldest from 'ai-6-oldest';

/** The AI SDKs whose clients must understand us. */
export const aiSdks = { '6.0.45': ai6oldest, 'newest 6': ai6, 'newest 7': ai7 } as const;

export type AiSdkName = keyof typeof aiSdks;

/** What an AI SDK has against a chunk; undefined when it takes it. */
export async function refusalOf(sdk: AiSdkName, chunk: UIChunk): Promise<string | undefined> {
  // As it arrives: what is undefined is not there.
  const value = JSON.parse(JSON.stringify(chunk)) as unknown;
  const schema = aiSdks[sdk].uiMessageChunkSchema as unknown as () => { validate(value: unknown): Promise<Validation> };
  const result = await (typeof schema === 'function' ? schema() : (schema as Schema)).validate(value);
  return result.success ? undefined : `${JSON.stringify(chunk)}: ${String(result.error)}`;
}

interface Schema {
  validate(value: unknown): Promise<Validation>;
}
type Validation = { success: true } | { success: false; error: unknown };

/** The message that an AI SDK's own reader makes of chunks, and what it complained about. */
export async function readWith(
  sdk: AiSdkName,
  chunks: readonly UIChunk[],
): Promise<{ message: UIMessage | undefined; errors: string[] }> {
  const errors: string[] = [];
  const stream = new ReadableStream<UIChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(JSON.parse(JSON.stringify(chunk)) as UIChunk);
      controller.close();
    },
  });
  const read = aiSdks[sdk].readUIMessageStream as unknown as (options: object) => AsyncIterable<UIMessage>;
  let message: UIMessage | undefined;
  for await (const next of read({ stream, onError: (error: Error) => errors.push(error.message) })) message = next;
  return { message: message && (JSON.parse(JSON.stringify(message)) as UIMessage), errors };
}
