/** What keys look like, for those that we were never told; some providers repeat them in their errors. */
const KEY_LIKE = [
  /\b(?:sk|gsk|xai)-(?=[\w*.-]*[\d*])[\w*.-]{8,}/g,
  /\bBearer\s+[^\s"',]+/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
];

/** A text without the given secrets and without what looks like one. */
export function hideSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  let hidden = text;
  for (const secret of secrets) {
    // Shorter ones are no secrets, and would tear words apart.
    if (secret !== undefined && secret.length >= 6) hidden = hidden.replaceAll(secret, '[hidden]');
  }
  return KEY_LIKE.reduce((shown, pattern) => shown.replace(pattern, '[hidden]'), hidden);
}
