import type { JSONObject } from '@posthouse/protocol';
import type { ClaudeCitation } from './claude-event.ts';
import type { Block, ClaudeFacts, ClaudeWriter, MainMessage } from './claude-state.ts';
import { citedIn } from './web-sources.ts';

/** A new message of the main agent, which is a step. What the one before has left unconfirmed was thrown away. */
export function beginMessage(
  facts: ClaudeFacts,
  writer: ClaudeWriter,
  { id, isStreamed }: { id: string; isStreamed: boolean },
): ClaudeFacts {
  if (facts.message !== undefined) retractFrom(facts.message, writer, 0);
  writer.beginStep();
  writer.busy(isStreamed);
  return { ...facts, message: { id, isStreamed, isOpen: isStreamed, blocks: new Map() } };
}

/** Takes back what has not been confirmed, from a block on. */
export function retractFrom({ blocks }: MainMessage, writer: ClaudeWriter, from: number): void {
  for (const [index, { kind, id, isConfirmed }] of blocks) {
    if (index < from || isConfirmed) continue;
    if (kind === 'call' && writer.state.calls.get(id)?.phase === 'streaming') {
      writer.failure(id, 'The answer broke off before this call was complete. It was not made.');
    } else if (kind !== 'call' && writer.state.texts.has(id)) {
      writer.retract(id);
    }
  }
}

/** Closes what is complete, or everything when no more can come. */
export function closeBlocks({ blocks }: MainMessage, writer: ClaudeWriter, { all }: { all: boolean }): void {
  for (const { kind, id, isConfirmed, isStopped, citations = [] } of blocks.values()) {
    if (kind === 'call' || !(all || (isConfirmed && isStopped)) || !writer.state.texts.has(id)) continue;
    writer.endText(id, citations.length === 0 ? {} : { citations: citations.map(toCitation) });
    for (const source of citedIn(citations)) writer.source(source);
  }
}

function toCitation({ url, title, document_title: document, cited_text: text }: ClaudeCitation): JSONObject {
  const name = title ?? document;
  return { ...(url && { url }), ...(name && { title: name }), ...(text && { text }) };
}

/** A message with one of its blocks changed. */
export function withBlock(message: MainMessage, index: number, block: Block): MainMessage {
  return { ...message, blocks: new Map(message.blocks).set(index, block) };
}
