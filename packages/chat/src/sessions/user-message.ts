import { readDataURL, type UserPart } from '@posthouse/agents';
import { isTextType, type JSONObject, linkFile, quoteFile, toTitle } from '@posthouse/protocol';

/** A message of the user, as a client names it. */
export type UserMessage = { id: string; parts: UserPart[] };

/** A title for a conversation that begins with this message. */
export function titleOf({ parts }: UserMessage): string {
  return toTitle(parts.find((part) => part.type === 'text')?.text ?? '');
}

/** What is kept with the mail, so that the message can be shown as it was. One plain text needs no copy of itself. */
export function toChatRouting({ id, parts }: UserMessage): JSONObject {
  const isPlain = parts.length === 1 && parts[0]!.type === 'text';
  return { chat: { messageId: id, ...(isPlain ? {} : { parts: parts.map((part) => ({ ...part })) }) } };
}

/** The message as mail says it: in words only. */
export function toMailBody(parts: readonly UserPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : toFileText(part))).join('\n\n');
}

/** A link stays a link, text is quoted, and what else a client has packed into a link is named. */
function toFileText({ mediaType, url, filename = 'file' }: UserPart & { type: 'file' }): string {
  const data = readDataURL(url);
  if (data === undefined) return linkFile(filename, url);
  if (isTextType(mediaType)) return quoteFile(filename, mediaType, data.text());
  return `[${filename}: ${mediaType}, ${Buffer.byteLength(data.base64, 'base64')} bytes]`;
}
