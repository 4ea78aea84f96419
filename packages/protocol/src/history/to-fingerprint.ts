/**
 * A short digest of a text: equal texts have equal ones, and different texts almost surely different ones. None for
 * none.
 */
export function toFingerprint(text: string): string | undefined {
  return text === '' ? undefined : toHash(text, 0x811c9dc5) + toHash(text, 0x9747b28c);
}

/** FNV-1a with an offset of its own: enough to notice a changed text, and no secret is at stake. */
function toHash(text: string, start: number): string {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
