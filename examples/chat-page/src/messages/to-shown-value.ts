/** A value of a call as people read it: text as it is, everything else as indented JSON. */
export function toShownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return textsIn(value) ?? JSON.stringify(value, undefined, 2) ?? '';
}

/** Many tools wrap what they say into `{ content: [{ type: 'text', text }] }`; the wrapping is not for readers. */
function textsIn(value: unknown): string | undefined {
  const content = typeof value === 'object' && value !== null && 'content' in value ? value.content : value;
  if (!Array.isArray(content) || content.length === 0) return undefined;
  const texts = content.map((part: unknown) =>
    typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
      ? part.text
      : undefined,
  );
  return texts.includes(undefined) ? undefined : texts.join('\n');
}
