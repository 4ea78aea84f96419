import type { TextKind } from '../agent-news.ts';
import type { ClaudeAssistantEvent, ClaudeBlock } from './claude-event.ts';
import type { Block, ClaudeFacts, ClaudeWriter, MainMessage } from './claude-state.ts';
import { isCallBlock, isResultBlock, STRUCTURED_OUTPUT, textOf } from './content-blocks.ts';
import { beginMessage, closeBlocks, withBlock } from './main-message.ts';
import { writeResult } from './write-result.ts';

/**
 * A block that is complete. What came in pieces before is only confirmed by it; of texts the end may be missing, and the
 * input of a call is taken from here.
 */
export function translateAssistant(
  event: ClaudeAssistantEvent,
  before: ClaudeFacts,
  writer: ClaudeWriter,
): ClaudeFacts {
  const { message: content, error, supersedes = [] } = event;
  const blocks = content.content ?? [];
  let facts = before;
  for (const uuid of supersedes) facts = retractEvent(uuid, facts, writer);
  if (error !== undefined) return { ...facts, errorText: blocks.map(textOf).join('\n') || error };
  const id = content.id ?? writer.state.options.generateId();
  if (facts.message?.id !== id) facts = beginMessage(facts, writer, { id, isStreamed: false });
  for (const block of blocks) facts = confirm(block, event, facts, writer);
  return facts;
}

/** Takes back everything that an event has said. */
export function retractEvent(uuid: string, facts: ClaudeFacts, writer: ClaudeWriter): ClaudeFacts {
  for (const part of facts.parts.get(uuid) ?? []) writer.retract(part);
  const parts = new Map(facts.parts);
  parts.delete(uuid);
  return { ...facts, parts };
}

function confirm(
  content: ClaudeBlock,
  { uuid }: ClaudeAssistantEvent,
  facts: ClaudeFacts,
  writer: ClaudeWriter,
): ClaudeFacts {
  const message = facts.message!;
  if (isCallBlock(content)) return confirmCall(content, facts, writer);
  if (isResultBlock(content)) {
    writeResult(content, content.content, writer);
    return facts;
  }
  const kind = kindOf(content);
  if (kind === undefined) {
    if (content.type !== 'redacted_thinking') writer.count(`block/${content.type}`);
    return facts;
  }
  const { index, block } = findBlock(message, kind);
  const missing = textOf(content).slice(block.length);
  if (missing !== '') writer.text({ id: block.id, kind, delta: missing });
  // A message that comes at once has no other end.
  const isStopped = block.isStopped || !message.isOpen;
  const next = withBlock(message, index, {
    ...block,
    length: block.length + missing.length,
    ...(content.citations && { citations: content.citations }),
    isConfirmed: true,
    isStopped,
  });
  closeBlocks(next, writer, { all: false });
  if (uuid === undefined) return { ...facts, message: next };
  const parts = new Map(facts.parts).set(uuid, [...(facts.parts.get(uuid) ?? []), block.id]);
  return { ...facts, message: next, parts };
}

function confirmCall(content: ClaudeBlock, facts: ClaudeFacts, writer: ClaudeWriter): ClaudeFacts {
  const message = facts.message!;
  const toolCallId = content.id ?? `${message.id}:${message.blocks.size}`;
  const known = [...message.blocks].find(([, { id, kind }]) => kind === 'call' && id === toolCallId);
  const block: Block = { kind: 'call', id: toolCallId, length: 0, isConfirmed: true, isStopped: true };
  const next = { ...facts, message: withBlock(message, known?.[0] ?? message.blocks.size, block) };
  if (content.name === STRUCTURED_OUTPUT) return { ...next, hidden: new Set(facts.hidden).add(toolCallId) };
  writer.input({ toolCallId, toolName: content.name ?? 'unknown', input: content.input });
  return next;
}

/** The block that came in pieces and is now told as a whole: the first of its kind that was not yet. Else a new one. */
function findBlock(message: MainMessage, kind: TextKind): { index: number; block: Block } {
  for (const [index, block] of message.blocks) if (block.kind === kind && !block.isConfirmed) return { index, block };
  const index = message.blocks.size;
  const id = `${message.id}:${index}`;
  return { index, block: { kind, id, length: 0, isConfirmed: false, isStopped: false } };
}

function kindOf({ type }: ClaudeBlock): TextKind | undefined {
  if (type === 'text') return 'text';
  return type === 'thinking' ? 'reasoning' : undefined;
}
