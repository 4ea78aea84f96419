import { type CallPart, MessageAccumulator, newsToChunks, type UIChunk, type UIMessage } from '@posthouse/chat';
import type { AgentAdapter, AgentRunState, RunEnd, TranslationOptions } from '../agent-adapter.ts';
import type { HostEvent } from '../host-event.ts';
import { shownText } from './shown-text.ts';

/** What a run looks like to its readers. */
export interface Translated<State> {
  readonly chunks: UIChunk[];
  /** The state after the last event, before the end. */
  readonly state: State;
  readonly message: UIMessage;
  /** Its texts that count, joined with `|`. */
  readonly text: string;
  readonly calls: CallPart[];
}

/** Translates events to their end, with ids and times that are always the same. */
export function translateAll<Event, State extends AgentRunState>(
  adapter: Pick<AgentAdapter<Event, State>, 'start' | 'translate' | 'finish'>,
  events: readonly (Event | HostEvent)[],
  { end = { outcome: 'ended' }, ...options }: { end?: RunEnd } & Partial<TranslationOptions> = {},
): Translated<State> {
  let id = 0;
  let time = 0;
  const generateId = (): string => `id-${(id += 1)}`;
  let state = adapter.start({ messageId: 'message-1', generateId, now: () => (time += 1_000), ...options });
  const chunks: UIChunk[] = [];
  for (const event of events) {
    const step = adapter.translate(event, state);
    state = step.state;
    chunks.push(...step.news.flatMap(newsToChunks));
  }
  chunks.push(...adapter.finish(state, end).flatMap(newsToChunks));
  const accumulator = new MessageAccumulator();
  for (const chunk of chunks) accumulator.add(chunk);
  const { message } = accumulator;
  const calls = message.parts.filter((part): part is CallPart => part.type === 'dynamic-tool');
  return { chunks, state, message, text: shownText(message), calls };
}
