/** What stands where a secret was. */
export const HIDDEN = '***';

/** Shorter ones are no secrets, and would tear words apart. */
const MIN_HIDDEN_LENGTH = 6;

const SENSITIVE_WORD = String.raw`(?:authorization|api[-_ ]?key|apikey|token|secret|password|passwd|credential|cookie)`;

/**
 * What secrets look like, for those that nobody has told us. Each pattern keeps what its first group matched. None may
 * take more than linear time: the text may come from anywhere.
 */
const PATTERNS: readonly RegExp[] = [
  // Our own tokens, keys of model providers, and JSON Web Tokens.
  /()\bph_(?:user|admin|agent)_[\w-]+/g,
  /()\b(?:sk|gsk|xai|pk|rk)-(?=[\w*.-]{0,200}[\d*])[\w*.-]{8,}/g,
  /()\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g,
  /(\bBearer\s+)[^\s"',;]+/gi,
  // User and password of a URL. A password may contain what it should not, so this reaches up to the last `@`.
  /(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#"'<>]*@/gi,
  new RegExp(String.raw`([?&;][\w.-]{0,50}(?:${SENSITIVE_WORD}|signature|sig|key)[\w.-]{0,50}=)[^&\s#"'<>]+`, 'gi'),
  // A member of a JSON object inside a text, also when its quotes are escaped.
  new RegExp(
    String.raw`(\\*["'][\w.-]{0,50}${SENSITIVE_WORD}[\w.-]{0,50}\\*["']\s{0,5}:\s{0,5}\\*["'])(?:[^"'\\]|\\+[^"'\\])+`,
    'gi',
  ),
  // A header or an assignment.
  /(\b(?:proxy-)?authorization\s{0,5}[:=]\s{0,5}(?:basic|bearer|token)?\s{0,5})[^\s"',;]+/gi,
  /(\b(?:set-)?cookie\s{0,5}:\s{0,5})[^\r\n"']+/gi,
  new RegExp(
    String.raw`(\b[\w.-]{0,50}(?:api[-_ ]?key|token|secret|password|passwd)\s{0,5}=\s{0,5}["']?)[^\s"'&,;]+`,
    'gi',
  ),
  /(\b(?:api[-_ ]?key|password)\s{0,5}:\s{0,5}["']?)[^\s"',;]+/gi,
];

/**
 * A text without the given secrets and without what looks like one.
 *
 * @example redactText('cannot reach postgres://me:pass@db/posthouse', []) // 'cannot reach postgres://***@db/posthouse'
 */
export function redactText(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) if (secret.length >= MIN_HIDDEN_LENGTH) shown = shown.replaceAll(secret, HIDDEN);
  for (const pattern of PATTERNS) {
    shown = shown.replace(
      pattern,
      (match: string, kept: string) => `${kept}${HIDDEN}${match.endsWith('@') ? '@' : ''}`,
    );
  }
  return shown;
}
