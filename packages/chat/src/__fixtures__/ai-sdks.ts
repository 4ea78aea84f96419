import * as newest from 'ai';
import * as six from 'ai-6';
import * as oldest from 'ai-6-oldest';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { UIMessage, UIPart } from '../messages/ui-message.ts';

type Reader = (options: {
  stream: ReadableStream;
  message?: object;
  terminateOnError: boolean;
  onError: (error: unknown) => void;
}) => AsyncIterable<object>;

/** The AI SDK's own readers: of the oldest client that we serve, of the newest 6 and of the newest 7. */
const readers = {
  'ai 6.0.45': oldest.readUIMessageStream as unknown as Reader,
  'ai 6': six.readUIMessageStream as unknown as Reader,
  'ai 7': newest.readUIMessageStream as unknown as Reader,
};

export type Version = keyof typeof readers;
export const versions = Object.keys(readers) as Version[];

/**
 * The message that a client of this version has after these chunks. `before` is what it has already, if it continues
 * a message. Throws where a client would stop reading, except at an error of the run.
 */
export async function readChunks(version: Version, chunks: readonly UIChunk[], before?: UIMessage): Promise<UIMessage> {
  const errors: unknown[] = [];
  // Not every change of a message is handed out; what is said about it is.
  const stream = ReadableStream.from([...structuredClone(chunks), { type: 'message-metadata', messageMetadata: {} }]);
  const message = before === undefined ? {} : { message: structuredClone(before) };
  const read = readers[version]({
    stream,
    ...message,
    terminateOnError: false,
    onError: (error) => errors.push(error),
  });
  let last: unknown;
  for await (const state of read) last = state;
  const expected = chunks.flatMap((chunk) => (chunk.type === 'error' ? [chunk.errorText] : []));
  const strange = errors.filter((error) => !(error instanceof Error && expected.includes(error.message)));
  if (strange.length > 0) throw strange[0];
  return toComparable(last as UIMessage);
}

/** A message without what versions keep differently: the id of a thought, unread input, keys that are undefined. */
export function toComparable(message: UIMessage | undefined): UIMessage {
  const { id, role, metadata = {}, parts } = JSON.parse(JSON.stringify(message)) as UIMessage;
  return { id, role, metadata, parts: parts.map(toComparablePart) };
}

function toComparablePart(part: UIPart): UIPart {
  const { id, rawInput: _, ...rest } = part as UIPart & { id?: string; rawInput?: unknown };
  return (id === undefined || part.type === 'reasoning' ? rest : { ...rest, id }) as UIPart;
}

type Tools = {
  safeValidateUIMessages: (options: { messages: unknown }) => Promise<{ success: boolean; error?: unknown }>;
  convertToModelMessages: (messages: unknown) => unknown;
};

/** What any of the three versions has against stored messages as they come over the wire, a sentence each. */
export async function findInvalidMessages(messages: readonly UIMessage[]): Promise<string[]> {
  const wire = JSON.stringify(messages);
  const problems: string[] = [];
  for (const [version, sdk] of Object.entries({ 'ai 6.0.45': oldest, 'ai 6': six, 'ai 7': newest })) {
    const { safeValidateUIMessages, convertToModelMessages } = sdk as unknown as Tools;
    const { success, error } = await safeValidateUIMessages({ messages: JSON.parse(wire) });
    if (!success) problems.push(`${version}: ${wire}: ${String(error)}`);
    try {
      await convertToModelMessages(JSON.parse(wire));
    } catch (cause) {
      problems.push(`${version} cannot tell a model ${wire}: ${String(cause)}`);
    }
  }
  return problems;
}

type Schema = { validate: (value: unknown) => Promise<{ success: boolean; error?: unknown }> };

/** What the oldest client has against chunks as they come over the wire, a sentence each. */
export async function findInvalidChunks(chunks: readonly UIChunk[]): Promise<string[]> {
  const schema = (oldest.uiMessageChunkSchema as unknown as () => Schema)();
  const verdicts = await Promise.all(
    chunks.map(async (chunk) => {
      const { success, error } = await schema.validate(JSON.parse(JSON.stringify(chunk)));
      return success ? [] : [`${JSON.stringify(chunk)}: ${String(error)}`];
    }),
  );
  return verdicts.flat();
}
