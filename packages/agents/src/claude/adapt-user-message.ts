import { randomUUID } from 'node:crypto';
import type { UserInput, UserPart } from '../agent-adapter.ts';
import { readDataURL } from '../read-data-url.ts';
import type { ClaudeInputBlock, ClaudeUserMessage } from './claude-sdk.ts';

/**
 * What the user sent, as a message for Claude: texts, images, and documents. Of a file it cannot read it learns the name.
 * The id is a fresh one, because Claude wants a UUID and refuses one that it has seen.
 */
export function adaptUserMessage({ parts }: UserInput): ClaudeUserMessage {
  return {
    type: 'user',
    uuid: randomUUID(),
    parent_tool_use_id: null,
    message: { role: 'user', content: parts.map(toBlock) },
  };
}

function toBlock(part: UserPart): ClaudeInputBlock {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { url, filename } = part;
  const data = readDataURL(url);
  const mediaType = part.mediaType || (data?.mediaType ?? '');
  const title = filename === undefined ? {} : { title: filename };
  if (mediaType.startsWith('image/') || mediaType === 'application/pdf') {
    const source =
      data === undefined
        ? ({ type: 'url', url } as const)
        : ({ type: 'base64', media_type: mediaType, data: data.base64 } as const);
    return mediaType === 'application/pdf' ? { type: 'document', source, ...title } : { type: 'image', source };
  }
  if (data !== undefined && (mediaType.startsWith('text/') || mediaType === 'application/json')) {
    return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: data.text() }, ...title };
  }
  const where = data === undefined ? ` at ${url}` : '';
  return { type: 'text', text: `[Attached: ${filename ?? 'a file'} of type ${mediaType || 'unknown'}${where}]` };
}
