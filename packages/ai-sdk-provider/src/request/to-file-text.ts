import type { LanguageModelV3FilePart } from '@ai-sdk/provider';
import { isTextType, linkFile, quoteFile } from '@posthouse/protocol/light';
import { platform } from '../platform.ts';

/**
 * A file as words, because mail has only words: a link stays a link, text is quoted, and anything else becomes a link that
 * contains it.
 */
export function toFileText({ data, mediaType, filename: name = 'file' }: LanguageModelV3FilePart): string {
  if (isLink(data)) return linkFile(name, String(data));
  if (isTextType(mediaType)) {
    const text = new platform.TextDecoder().decode(typeof data === 'string' ? toBytes(data) : data);
    return quoteFile(name, mediaType, text);
  }
  const toLetter = (byte: number): string => String.fromCharCode(byte);
  const base64 = typeof data === 'string' ? data : platform.btoa(Array.from(data, toLetter).join(''));
  return linkFile(name, `data:${mediaType};base64,${base64}`);
}

/** Whether a file had to be packed into a link. */
export function isPacked({ data, mediaType }: LanguageModelV3FilePart): boolean {
  return !isLink(data) && !isTextType(mediaType);
}

// Not by class: bytes may come from another realm.
function isLink(
  data: LanguageModelV3FilePart['data'],
): data is Exclude<LanguageModelV3FilePart['data'], string | Uint8Array> {
  return typeof data !== 'string' && !ArrayBuffer.isView(data);
}

function toBytes(base64: string): Uint8Array {
  return Uint8Array.from(platform.atob(base64), (character) => character.charCodeAt(0));
}
