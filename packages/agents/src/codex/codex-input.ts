import type { UserInput, UserPart } from '../agent-adapter.ts';
import { readDataURL } from '../read-data-url.ts';

/** A piece of what the user says, in the form `codex app-server` takes. */
export type CodexInput =
  | { readonly type: 'text'; readonly text: string; readonly text_elements: [] }
  | { readonly type: 'image'; readonly url: string };

/** What the user sent, for Codex: texts and images; files of text become part of the text. */
export function adaptUserMessage({ parts }: UserInput): CodexInput[] {
  return parts.map((part) =>
    part.type === 'file' && part.mediaType.startsWith('image/')
      ? { type: 'image', url: part.url }
      : { type: 'text', text: toText(part), text_elements: [] },
  );
}

/** A part as text: what a file of text contains, and of other files the name. */
function toText(part: UserPart): string {
  if (part.type === 'text') return part.text;
  const { url, mediaType, filename = 'a file' } = part;
  const data = readDataURL(url);
  if (data !== undefined && /^text\/|\bjson$/.test(mediaType)) return `Contents of ${filename}:\n\n${data.text()}`;
  return `[Attached: ${filename} of type ${mediaType || 'unknown'}${data === undefined ? ` at ${url}` : ''}]`;
}
