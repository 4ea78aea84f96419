import type { UserInput, UserPart } from '../agent-adapter.ts';
import { readDataURL } from '../read-data-url.ts';

/** What the user said, as pi takes it. */
export interface PiInput {
  readonly role: 'user';
  readonly content: readonly PiInputContent[];
}

export type PiInputContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/**
 * The user's message for pi, which reads text and images. Files of text are given as text; of everything else the model
 * is told that it was there, rather than nothing.
 */
export function adaptUserMessage({ parts }: UserInput): PiInput {
  const content = parts.map(toContent).filter((part) => part.type !== 'text' || part.text !== '');
  return { role: 'user', content };
}

function toContent(part: UserPart): PiInputContent {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const name = part.filename ?? 'a file';
  const data = readDataURL(part.url);
  if (data === undefined) return { type: 'text', text: `[${name} (${part.mediaType}): ${part.url}]` };
  if (part.mediaType.startsWith('image/')) return { type: 'image', data: data.base64, mimeType: part.mediaType };
  const isText = /^text\/|[/+](json|xml|yaml|toml|javascript|typescript)$/.test(part.mediaType);
  if (isText) return { type: 'text', text: `${name}:\n\n${data.text()}` };
  return { type: 'text', text: `[${name} (${part.mediaType}) cannot be shown to this agent]` };
}
