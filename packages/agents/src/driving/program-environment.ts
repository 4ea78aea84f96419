/** What programs need to find each other, their files and their network. */
const SYSTEM_VARIABLES = new Set(
  (
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TEMP TMP TERM SYSTEMROOT COMSPEC PATHEXT APPDATA LOCALAPPDATA ' +
    'USERPROFILE PROGRAMFILES HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS'
  ).split(' '),
);

export interface ProgramEnvironmentOptions {
  /** Variables with these beginnings are the program's own, such as `ANTHROPIC_`. */
  readonly prefixes: readonly string[];
  /** What the caller adds; these win. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The surroundings, `process.env` unless given. */
  readonly from?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The variables for the process of an agent program. It runs commands that a model has written, so it gets what it needs and
 * nothing else that happens to be around, such as the password of a database.
 */
export function programEnvironment(options: ProgramEnvironmentOptions): Record<string, string> {
  const { prefixes, env = {}, from = process.env } = options;
  const isWanted = (name: string): boolean =>
    SYSTEM_VARIABLES.has(name.toUpperCase()) ||
    /^(LC|XDG)_/.test(name) ||
    prefixes.some((prefix) => name.startsWith(prefix));
  const inherited = Object.entries(from).filter(([name, value]) => value !== undefined && isWanted(name));
  return { ...(Object.fromEntries(inherited) as Record<string, string>), ...env };
}
