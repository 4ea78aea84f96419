/** Names of environment variables whose values are nobody's business. */
const SECRET_NAME = /API_?KEY|TOKEN|SECRET|PASSW|PRIVATE_?KEY|SIGNING_?KEY$|CREDENTIAL/i;

/** Shorter values are flags and numbers. */
const MIN_SECRET_LENGTH = 8;

/**
 * Everything secret that this process was given: keys and tokens of the environment, and the passwords of the URLs that
 * it was configured with. Longer ones come first, in case one contains another.
 */
export function knownSecrets(environment: NodeJS.ProcessEnv, urls: readonly (string | undefined)[] = []): string[] {
  const named = Object.entries(environment)
    .filter(([name]) => SECRET_NAME.test(name) && !name.endsWith('_ENDPOINT'))
    .map(([, value]) => value ?? '');
  const inside = [...Object.values(environment), ...urls].flatMap((value) => passwordOf(value ?? ''));
  const found = [...named, ...inside].filter((secret) => secret.length >= MIN_SECRET_LENGTH);
  return [...new Set(found)].toSorted((one, other) => other.length - one.length);
}

/** The password of a URL, as it is written there and as it is sent. It may contain what a URL should not. */
function passwordOf(text: string): string[] {
  const [, password] = /^[a-z][a-z0-9+.-]*:\/\/[^:/?#@]*:(.+)@[^@]*$/i.exec(text) ?? [];
  return password === undefined ? [] : [password, decode(password)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
