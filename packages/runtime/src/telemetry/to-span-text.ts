import type { ModelMessage } from 'ai';
import { firstBytes } from '../messages/cut-text.ts';

/** A span is no archive: what is longer than this is cut. */
const MAX_BYTES = 64 * 1024;

/** Content as the text of an attribute. */
export function toSpanText(content: unknown): string {
  return firstBytes(typeof content === 'string' ? content : (JSON.stringify(content) ?? ''), MAX_BYTES);
}

type SpanPart = { type: string; [name: string]: unknown };

/** A conversation as OpenTelemetry's conventions write it down. */
export function toSpanMessages(messages: readonly ModelMessage[]): { role: string; parts: SpanPart[] }[] {
  return messages.map(({ role, content }) => ({
    role,
    parts: typeof content === 'string' ? [{ type: 'text', content }] : content.map(toSpanPart),
  }));
}

type Part = Exclude<ModelMessage['content'], string>[number];

function toSpanPart(part: Part): SpanPart {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, content: part.text };
    case 'tool-call':
      return { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input };
    case 'tool-result':
      return { type: 'tool_call_response', id: part.toolCallId, response: part.output };
    default:
      // Files and the like may be large; that there was one is enough.
      return { type: part.type };
  }
}
