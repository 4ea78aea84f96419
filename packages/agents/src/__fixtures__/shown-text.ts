import type { UIMessage } from '@posthouse/chat';

/** What a message says in the end: its texts without those that do not count. */
export function shownText({ parts }: UIMessage): string {
  const retracted = new Set(
    parts.flatMap((part) => (part.type === 'data-retracted' ? [(part as { data: { part: string } }).data.part] : [])),
  );
  return parts
    .flatMap((part) => {
      if (part.type !== 'text' || !('text' in part)) return [];
      const { part: id, retracted: isRetracted } = part.providerMetadata?.posthouse ?? {};
      return isRetracted === true || retracted.has(String(id)) || part.text === '' ? [] : [part.text];
    })
    .join('|');
}
