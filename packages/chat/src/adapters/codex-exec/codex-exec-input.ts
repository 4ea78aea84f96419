import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserInput } from '../agent-adapter.ts';
import { toText } from '../codex/codex-input.ts';
import { readDataURL } from '../read-data-url.ts';
import type { CodexExecInput } from './codex-sdk.ts';

/** What the user says: texts, and images that still have to become files. */
export type CodexExecMessage = readonly (
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly base64: string }
)[];

/** What the user sent, for `codex exec`: texts and images; files of text become part of the text. */
export function adaptUserMessage({ parts }: UserInput): CodexExecMessage {
  return parts.map((part) => {
    const data = part.type === 'file' && part.mediaType.startsWith('image/') ? readDataURL(part.url) : undefined;
    if (data === undefined) return { type: 'text', text: toText(part) };
    return { type: 'image', mediaType: data.mediaType, base64: data.base64 };
  });
}

/** Puts the images of a message into a folder, for as long as the program needs to read them. */
export async function writeImages(message: CodexExecMessage): Promise<{ input: CodexExecInput[] } & AsyncDisposable> {
  let folder: string | undefined;
  const input: CodexExecInput[] = [];
  for (const [index, part] of message.entries()) {
    if (part.type === 'text') {
      input.push(part);
      continue;
    }
    folder ??= await mkdtemp(join(tmpdir(), 'posthouse-codex-'));
    const ending = /^image\/([a-z0-9]+)/.exec(part.mediaType)?.[1] ?? 'png';
    const path = join(folder, `${index}.${ending}`);
    await writeFile(path, part.base64, 'base64');
    input.push({ type: 'local_image', path });
  }
  return {
    input,
    [Symbol.asyncDispose]: async () => {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
