type AnyPart = { type: string; data?: unknown; providerMetadata?: Record<string, Record<string, unknown> | undefined> };

/**
 * The parts of a message that a page should show, in order: all but text and thoughts that were retracted because of
 * an interrupt or another try. Takes messages of AI SDK 6 and 7, streamed and stored.
 *
 * @example
 * shownParts(message).map((part) => (part.type === 'text' ? part.text : ''))
 */
export function shownParts<Part extends { type: string }>({ parts }: { parts: readonly Part[] }): Part[] {
  // What was complete when it was taken back cannot be marked any more; a later part names it.
  const named = new Set(parts.flatMap((part) => (isNotice(part) ? [dataOf(part).part] : [])));
  return parts.filter((part: AnyPart) => {
    const { mail, posthouse } = part.providerMetadata ?? {};
    const isMarked = mail?.retracted === true || posthouse?.retracted === true || isNestedMarked(part);
    return !isNotice(part) && !isMarked && !(posthouse?.part !== undefined && named.has(posthouse.part));
  });
}

function isNotice({ type }: AnyPart): boolean {
  return type === 'data-retracted';
}

/** Text of an agent inside the agent says it itself. */
function isNestedMarked(part: AnyPart): boolean {
  return (
    part.type === 'data-agent-part' && (dataOf(part).part as { retracted?: unknown } | undefined)?.retracted === true
  );
}

function dataOf({ data }: AnyPart): { part?: unknown } {
  return (data ?? {}) as { part?: unknown };
}
