import { invalidInput } from '@posthouse/protocol';
import type { UserInput, UserPart } from '../agent-adapter.ts';

/** A prompt as OpenCode takes it. */
export interface OpencodeInput {
  readonly parts: readonly OpencodeInputPart[];
}

type OpencodeInputPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly mime: string; readonly url: string; readonly filename?: string };

/** The text and the files of the user's message as the parts of a prompt. */
export function adaptUserMessage({ parts }: UserInput): OpencodeInput {
  return { parts: parts.filter((part) => part.type !== 'text' || part.text !== '').map(toInputPart) };
}

function toInputPart(part: UserPart): OpencodeInputPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  // OpenCode opens `file:` URLs by itself; a message from outside must not make it read the disk of the server.
  if (!/^(data:|https?:\/\/)/i.test(part.url)) {
    throw invalidInput(
      `the file ${JSON.stringify(part.filename ?? 'without a name')} must come as a data: or https: URL.`,
    );
  }
  return { type: 'file', mime: part.mediaType, url: part.url, ...(part.filename && { filename: part.filename }) };
}
