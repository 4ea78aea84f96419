import type { ClaudeBlock, ClaudeStreamEvent } from './claude-event.ts';
import type { Block, ClaudeFacts, ClaudeWriter, MainMessage } from './claude-state.ts';
import { isCallBlock, isResultBlock, STRUCTURED_OUTPUT } from './content-blocks.ts';
import { beginMessage, closeBlocks, retractFrom, withBlock } from './main-message.ts';

/** A piece of a message of the main agent. */
export function translateStreamEvent(event: ClaudeStreamEvent, facts: ClaudeFacts, writer: ClaudeWriter): ClaudeFacts {
  const { event: raw, abandoned_blocks: abandoned } = event;
  if (raw.type === 'message_start') {
    const id = raw.message?.id ?? writer.state.options.generateId();
    return beginMessage(facts, writer, { id, isStreamed: true });
  }
  const { message } = facts;
  if (message === undefined || !message.isOpen) return facts;
  switch (raw.type) {
    case 'content_block_start':
      return startBlock(raw.index ?? 0, raw.content_block, { facts, message, writer });
    case 'content_block_delta':
      return { ...facts, message: writeDelta(event, { facts, message, writer }) };
    case 'content_block_stop': {
      const block = message.blocks.get(raw.index ?? 0);
      if (block === undefined) return facts;
      const next = withBlock(message, raw.index ?? 0, { ...block, isStopped: true });
      closeBlocks(next, writer, { all: false });
      return { ...facts, message: next };
    }
    case 'message_delta':
      return { ...facts, stopReason: raw.delta?.stop_reason ?? facts.stopReason };
    case 'message_stop':
      if (abandoned !== undefined) retractFrom(message, writer, abandoned.from_block_index);
      closeBlocks(message, writer, { all: true });
      writer.busy(false);
      return { ...facts, message: { ...message, isOpen: false } };
    default:
      if (raw.type !== 'ping') writer.count(`stream_event/${raw.type}`);
      return facts;
  }
}

interface Context {
  readonly facts: ClaudeFacts;
  readonly message: MainMessage;
  readonly writer: ClaudeWriter;
}

function startBlock(index: number, content: ClaudeBlock | undefined, { facts, message, writer }: Context): ClaudeFacts {
  const kind = kindOf(content, writer);
  const partId = `${message.id}:${index}`;
  const id = kind === 'call' ? (content?.id ?? partId) : partId;
  const block: Block = { kind, id, length: 0, isConfirmed: false, isStopped: false };
  const started = { ...facts, message: withBlock(message, index, block) };
  if (kind !== 'call') return started;
  if (content?.name === STRUCTURED_OUTPUT) return { ...started, hidden: new Set(facts.hidden).add(id) };
  writer.inputStart(id, content?.name ?? 'unknown');
  return started;
}

function kindOf(content: ClaudeBlock | undefined, writer: ClaudeWriter): Block['kind'] {
  if (content === undefined) return 'other';
  if (content.type === 'text') return 'text';
  if (content.type === 'thinking') return 'reasoning';
  if (isCallBlock(content)) return 'call';
  // A result of the model server is complete from its beginning, and comes once more as a whole right away.
  if (content.type !== 'redacted_thinking' && !isResultBlock(content)) writer.count(`block/${content.type}`);
  return 'other';
}

function writeDelta({ event }: ClaudeStreamEvent, { facts, message, writer }: Context): MainMessage {
  const index = event.index ?? 0;
  const block = message.blocks.get(index);
  const { delta } = event;
  if (block === undefined || delta === undefined) return message;
  if (delta.type === 'input_json_delta') {
    if (!facts.hidden.has(block.id)) writer.inputDelta(block.id, delta.partial_json ?? '');
    return message;
  }
  if (delta.citation !== undefined) {
    return withBlock(message, index, { ...block, citations: [...(block.citations ?? []), delta.citation] });
  }
  const text = delta.type === 'text_delta' ? delta.text : delta.type === 'thinking_delta' ? delta.thinking : undefined;
  if (text === undefined || text === '' || (block.kind !== 'text' && block.kind !== 'reasoning')) return message;
  writer.text({ id: block.id, kind: block.kind, delta: text });
  return withBlock(message, index, { ...block, length: block.length + text.length });
}
