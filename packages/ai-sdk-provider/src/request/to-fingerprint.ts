/** A short stand-in for a text: equal texts have equal ones, and different texts almost surely different ones. None for none. */
export function toFingerprint(text: string): string | undefined {
  // FNV-1a: enough to notice a changed text, and no secret is at stake.
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return text === '' ? undefined : (hash >>> 0).toString(36);
}
