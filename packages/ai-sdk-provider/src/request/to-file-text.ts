import type { LanguageModelV3FilePart } from '@ai-sdk/provider';
import { isTextType, linkFile, quoteFile } from '@posthouse/protocol/light';
import { platform } from '../platform.ts';

/**
 * A file as words, because mail has only words: a link stays a link, text is quoted, and anything else becomes a link that
 * contains it.
 */
export function toFileText({ data, mediaType, filename }: LanguageModelV3FilePart): string {
  const name = filename ?? 'file';
  if (typeof data !== 'string' && !isBytes(data)) return linkFile(name, String(data));
  if (isTextType(mediaType)) {
    const text = new platform.TextDecoder().decode(typeof data === 'string' ? toBytes(data) : data);
    return quoteFile(name, mediaType, text);
  }
  return linkFile(name, `data:${mediaType};base64,${typeof data === 'string' ? data : toBase64(data)}`);
}

/** Whether a file had to be packed into a link. */
export function isPacked({ data, mediaType }: LanguageModelV3FilePart): boolean {
  return (typeof data === 'string' || isBytes(data)) && !isTextType(mediaType);
}

// By tag, not by class: bytes may come from another realm.
function isBytes(data: unknown): data is Uint8Array {
  return Object.prototype.toString.call(data) === '[object Uint8Array]';
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return platform.btoa(binary);
}

function toBytes(base64: string): Uint8Array {
  return Uint8Array.from(platform.atob(base64), (character) => character.charCodeAt(0));
}
