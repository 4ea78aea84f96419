import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the app keeps its things and where it listens. */
export type Settings = {
  dataDir: string;
  host: string;
  port: number;
  /** A token that is good without pairing, for scripts. */
  token: string | undefined;
};

export type Flags = {
  'data-dir'?: string | undefined;
  port?: string | undefined;
  host?: string | undefined;
  demo?: boolean | undefined;
};

const DEFAULT_PORT = 3033;
const MIN_TOKEN_LENGTH = 16;

/** Settings that cannot be used; its message is for people. */
export class SettingsError extends Error {}

/** Flags win over the environment, and the environment over what is usual. */
export function readSettings(flags: Flags, env: NodeJS.ProcessEnv): Settings {
  const home = env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  const usual = flags.demo === true ? join(home, 'eve-demo') : join(home, 'eve');
  const named = flags['data-dir'] ?? (flags.demo === true ? undefined : env.EVE_DATA_DIR);
  const port = flags.port ?? env.PORT ?? String(DEFAULT_PORT);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new SettingsError(`The port must be a number from 0 to 65535, but it is "${port}".`);
  }
  const token = env.EVE_TOKEN === '' ? undefined : env.EVE_TOKEN;
  if (token !== undefined && token.length < MIN_TOKEN_LENGTH) {
    throw new SettingsError(`EVE_TOKEN is too short to be a secret; it needs at least ${MIN_TOKEN_LENGTH} characters.`);
  }
  return { dataDir: resolve(named ?? usual), host: flags.host ?? '127.0.0.1', port: Number(port), token };
}
