import type { JSONObject } from '@posthouse/protocol';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { makesPart } from '../messages/makes-part.ts';

export type CloseOptions = {
  /** What became of calls that have no result. */
  callText: string;
  /** Metadata that the end of the message carries. */
  metadata: JSONObject;
  /** Said to the reader, within the message. */
  notice?: { code: string; text: string };
};

/**
 * What ends a message that was cut anywhere: open parts are closed, calls without a result have failed, agents inside the
 * agent were stopped. Nothing for a message that has ended.
 */
export function closeChunks(messageId: string, chunks: Iterable<UIChunk>, options: CloseOptions): UIChunk[] {
  const open = new OpenParts();
  for (const chunk of chunks) open.see(chunk);
  return open.isEnded ? [] : open.close(messageId, options);
}

/** What of a message is open, as far as it was seen. */
class OpenParts {
  isEnded = false;
  #isStarted = false;
  #isStepOpen = false;
  #hasPart = false;
  readonly #texts = new Map<string, { kind: 'text' | 'reasoning'; id: string }>();
  readonly #calls = new Map<string, { dynamic?: boolean; providerExecuted?: boolean }>();
  /** Calls whose input is being written. */
  readonly #inputs = new Map<string, UIChunk & { type: 'tool-input-start' }>();
  readonly #nested = new Map<string, UIChunk & { type: `data-${string}` }>();

  see(chunk: UIChunk): void {
    this.isEnded = chunk.type === 'finish';
    this.#hasPart ||= makesPart(chunk);
    switch (chunk.type) {
      case 'start':
        this.#isStarted = true;
        return;
      case 'start-step':
      case 'finish-step':
        this.#isStepOpen = chunk.type === 'start-step';
        // Readers look for the beginning of an input in the same step only.
        return this.#inputs.clear();
      case 'text-start':
      case 'reasoning-start': {
        const kind = chunk.type === 'text-start' ? 'text' : 'reasoning';
        return void this.#texts.set(`${kind} ${chunk.id}`, { kind, id: chunk.id });
      }
      case 'text-end':
      case 'reasoning-end':
        return void this.#texts.delete(`${chunk.type.slice(0, -'-end'.length)} ${chunk.id}`);
      case 'tool-input-start':
      case 'tool-input-available': {
        const { dynamic, providerExecuted } = chunk;
        const own = {
          dynamic,
          providerExecuted,
        };
        if (chunk.type === 'tool-input-start') this.#inputs.set(chunk.toolCallId, chunk);
        else this.#inputs.delete(chunk.toolCallId);
        return void this.#calls.set(chunk.toolCallId, own);
      }
      case 'tool-input-error':
      case 'tool-output-error':
      case 'tool-output-denied':
        return void this.#calls.delete(chunk.toolCallId);
      case 'tool-output-available':
        return chunk.preliminary === true ? undefined : void this.#calls.delete(chunk.toolCallId);
      default:
        if ((chunk.type === 'data-agent' || chunk.type === 'data-agent-part') && 'id' in chunk) {
          this.#nested.set(`${chunk.type} ${chunk.id ?? ''}`, chunk as UIChunk & { type: `data-${string}` });
        }
    }
  }

  close(messageId: string, { callText, metadata, notice }: CloseOptions): UIChunk[] {
    const start: UIChunk[] = this.#isStarted ? [] : [{ type: 'start', messageId }];
    const isEmpty = !this.#hasPart && notice === undefined;
    if (isEmpty) start.push({ type: 'start-step' });
    const texts = [...this.#texts.values()].map(({ kind, id }): UIChunk => ({ type: `${kind}-end`, id }));
    const calls = [...this.#calls].flatMap(([toolCallId, own]): UIChunk[] => [
      ...this.#withoutInput(toolCallId),
      { type: 'tool-output-error', toolCallId, errorText: callText, ...own },
    ]);
    const nested = [...this.#nested.values()].flatMap((chunk) => closeNested(chunk, callText));
    const told: UIChunk[] = notice === undefined ? [] : [{ type: 'data-notice', data: notice }];
    const step: UIChunk[] = this.#isStepOpen || isEmpty ? [{ type: 'finish-step' }] : [];
    return [
      ...start,
      ...texts,
      ...calls,
      ...nested,
      ...told,
      ...step,
      { type: 'abort', ...(notice && { reason: notice.text }) },
      { type: 'finish', finishReason: 'stop', messageMetadata: metadata },
    ];
  }

  /** What there was of an input that is not complete is no input. */
  #withoutInput(toolCallId: string): UIChunk[] {
    const started = this.#inputs.get(toolCallId);
    return started === undefined ? [] : [{ ...started, type: 'tool-input-available', input: {} }];
  }
}

function closeNested(chunk: UIChunk & { type: `data-${string}` }, callText: string): UIChunk[] {
  const data = (chunk as { data: unknown }).data as { status?: string; part?: { type: string; state: string } };
  if (chunk.type === 'data-agent') {
    return data.status === 'running' ? [{ ...chunk, data: { ...data, status: 'stopped' } } as UIChunk] : [];
  }
  const { part } = data;
  if (part === undefined) return [];
  if (part.state === 'streaming') return [{ ...chunk, data: { ...data, part: { ...part, state: 'done' } } } as UIChunk];
  const isOpenCall = part.type === 'dynamic-tool' && !part.state.startsWith('output-');
  if (!isOpenCall) return [];
  const failed = { ...part, state: 'output-error', errorText: callText };
  return [{ ...chunk, data: { ...data, part: failed } } as UIChunk];
}
