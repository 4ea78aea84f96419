import type { FinishReason, UIChunk } from '../chunks/ui-chunk.ts';
import type { CallPart, TextPart, UIMessage, UIPart } from '../messages/ui-message.ts';

/**
 * Chunks that make a message, for stores that keep messages whole. What is open in it stays open; whether it has
 * ended is not known here.
 *
 * @example foldChunks(toChunks(message)) // the same message
 */
export function toChunks({ id, metadata, parts }: UIMessage): UIChunk[] {
  const chunks: UIChunk[] = [{ type: 'start', messageId: id, ...(metadata && { messageMetadata: metadata }) }];
  let isStepOpen = false;
  for (const [index, part] of parts.entries()) {
    if (part.type === 'step-start') {
      if (isStepOpen) chunks.push({ type: 'finish-step' });
      isStepOpen = true;
    }
    chunks.push(...toPartChunks(part, index));
  }
  return chunks;
}

/** How a message says that it ended, in the words of its metadata. */
export function toEndChunks({ metadata = {}, parts }: UIMessage): UIChunk[] {
  const { outcome, error } = metadata;
  const end: UIChunk[] = parts.some(({ type }) => type === 'step-start') ? [{ type: 'finish-step' }] : [];
  if (outcome === 'stopped' || outcome === 'interrupted') end.push({ type: 'abort' });
  if (outcome === 'failed')
    end.push({ type: 'error', errorText: typeof error === 'string' ? error : 'The run failed.' });
  const finishReason: FinishReason = outcome === 'failed' ? 'error' : 'stop';
  return [...end, { type: 'finish', finishReason }];
}

function toPartChunks(part: UIPart, index: number): UIChunk[] {
  switch (part.type) {
    case 'step-start':
      return [{ type: 'start-step' }];
    case 'text':
    case 'reasoning':
      return toTextChunks(part as TextPart, `part-${index}`);
    case 'file':
    case 'source-url':
    case 'source-document':
      return [{ ...part } as UIChunk];
    default:
      if ('toolCallId' in part) return toCallChunks(part);
      return 'data' in part ? [{ ...part } as UIChunk] : [];
  }
}

function toTextChunks({ type, text, state, providerMetadata }: TextPart, fallback: string): UIChunk[] {
  const named = providerMetadata?.posthouse?.part;
  const id = typeof named === 'string' ? named : fallback;
  const start: UIChunk = { type: `${type}-start`, id, providerMetadata };
  const delta: UIChunk[] = text === '' ? [] : [{ type: `${type}-delta`, id, delta: text }];
  return [start, ...delta, ...(state === 'streaming' ? [] : [{ type: `${type}-end`, id } as UIChunk])];
}

function toCallChunks(part: CallPart): UIChunk[] {
  const { type, toolCallId, title, input, providerExecuted, callProviderMetadata, approval } = part;
  const dynamic = type === 'dynamic-tool';
  const own = { ...(dynamic && { dynamic }), providerExecuted };
  const call = {
    toolCallId,
    toolName: dynamic ? (part.toolName ?? '') : type.slice('tool-'.length),
    ...own,
    title,
    providerMetadata: callProviderMetadata,
  };
  const begun: UIChunk[] =
    part.state === 'input-streaming'
      ? [{ type: 'tool-input-start', ...call }]
      : [{ type: 'tool-input-available', input, ...call }];
  if (approval !== undefined) begun.push({ type: 'tool-approval-request', approvalId: approval.id, toolCallId });
  switch (part.state) {
    case 'output-available': {
      const preliminary = part.preliminary === true ? { preliminary: true } : {};
      return [...begun, { type: 'tool-output-available', toolCallId, output: part.output, ...own, ...preliminary }];
    }
    case 'output-error':
      return [...begun, { type: 'tool-output-error', toolCallId, errorText: part.errorText ?? '', ...own }];
    case 'output-denied':
      return [...begun, { type: 'tool-output-denied', toolCallId }];
    default:
      return begun;
  }
}
