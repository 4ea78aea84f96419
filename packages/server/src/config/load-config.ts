import { readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { invalidConfiguration } from '@posthouse/protocol';
import { parse, TomlError } from 'smol-toml';
import type { Config } from './config.ts';
import { readConfig } from './read-config.ts';

export type LoadConfigOptions = {
  /** Flags that were given, by their long names; `config` among them names the file. */
  flags?: Readonly<Record<string, unknown>>;
  environment?: NodeJS.ProcessEnv;
  folder?: string;
};

const DEFAULT_FILE = 'mail.toml';

/**
 * The configuration of a command: defaults, then the file (`--config`, else `MAIL_CONFIG_PATH`, else `./mail.toml`), then
 * the environment, then flags. It is read anew each time and depends on nothing else.
 *
 * @example
 * const { values, warnings } = loadConfig({ flags: { port: 9000 } });
 * values.port // 9000
 */
export function loadConfig({
  flags = {},
  environment = process.env,
  folder = process.cwd(),
}: LoadConfigOptions = {}): Config {
  const named = typeof flags.config === 'string' ? flags.config : environment.MAIL_CONFIG_PATH || undefined;
  const path = resolve(folder, named ?? DEFAULT_FILE);
  const shown = toShown(path, folder);
  const content = read(path, shown, named !== undefined);
  return readConfig({
    file: content === undefined ? undefined : { path: shown, table: parseTable(content, shown) },
    environment,
    flags,
  });
}

function read(path: string, shown: string, isNamed: boolean): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !isNamed) return undefined;
    const reason = code === 'ENOENT' ? 'it does not exist' : `it cannot be read (${code})`;
    throw invalidConfiguration(`the configuration file ${shown} cannot be used: ${reason}`, { cause });
  }
}

function parseTable(content: string, shown: string): Record<string, unknown> {
  try {
    return parse(content);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    // Its message quotes the lines around the mistake, and there may be a password in them.
    const [summary = ''] = cause.message.split('\n');
    throw invalidConfiguration(`${shown} is not TOML: ${summary} (line ${cause.line}, column ${cause.column})`);
  }
}

function toShown(path: string, folder: string): string {
  const short = relative(folder, path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}
