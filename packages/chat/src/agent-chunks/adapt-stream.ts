import type { AgentAdapter, AgentRunState, HostEvent, RunEnd, TranslationOptions } from '@posthouse/agents';
import { messageOf } from '@posthouse/protocol';
import { DONE, encodeChunk } from '../chunks/encode-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { newsToChunks } from './news-to-chunks.ts';

export interface AdaptStreamOptions extends TranslationOptions {
  /** When it aborts, the message ends as stopped, whatever events follow. */
  readonly signal?: AbortSignal | undefined;
  /** Called once when the reader of the bytes leaves. */
  readonly interrupt?: (() => unknown) | undefined;
}

/**
 * The events of a run as the bytes of a UI message stream, to serve an agent program without sessions. An event is
 * taken when there is room for its chunks. The stream always ends properly, with the error if there was one.
 *
 * @example
 * const events = session.send(adapter.adaptUserMessage(message), { signal });
 * return new Response(adaptStream(adapter, events, { messageId, generateId, now: Date.now }), { headers: UI_STREAM_HEADERS });
 */
export function adaptStream<Event, State extends AgentRunState>(
  adapter: Pick<AgentAdapter<Event, State>, 'start' | 'translate' | 'finish'>,
  events: AsyncIterable<Event | HostEvent>,
  options: AdaptStreamOptions,
): ReadableStream<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]();
  let state = adapter.start(options);

  /** The chunks of the next event that has any, or those of the end. */
  const next = async (): Promise<{ chunks: UIChunk[]; isEnd: boolean }> => {
    try {
      for (;;) {
        const result = await iterator.next();
        if (result.done === true)
          return { chunks: adapter.finish(state, endOf(options)).flatMap(newsToChunks), isEnd: true };
        const step = adapter.translate(result.value, state);
        state = step.state;
        if (step.news.length > 0) return { chunks: step.news.flatMap(newsToChunks), isEnd: false };
      }
    } catch (error) {
      const errorText = messageOf(error);
      return { chunks: adapter.finish(state, endOf(options, errorText)).flatMap(newsToChunks), isEnd: true };
    }
  };

  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { chunks, isEnd } = await next();
        for (const chunk of chunks) controller.enqueue(encodeChunk(chunk));
        if (!isEnd) return;
        controller.enqueue(DONE);
        controller.close();
      },
      cancel: async () => {
        await options.interrupt?.();
        await iterator.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}

function endOf({ signal }: AdaptStreamOptions, errorText?: string): RunEnd {
  if (signal?.aborted === true) return { outcome: 'stopped' };
  return errorText === undefined ? { outcome: 'ended' } : { outcome: 'failed', errorText };
}
