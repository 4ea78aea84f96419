import { describeValue, invalidConfiguration, type PosthouseError } from '@posthouse/protocol';
import { redactText } from '../logging/redact-text.ts';
import type { Config, Origin } from './config.ts';
import { findUnknownKeys } from './find-unknown-keys.ts';
import { type ConfigValues, type Setting, type SettingName, SETTINGS } from './settings.ts';

export type ConfigSources = {
  /** What the file says, and how to call it in messages. */
  file?: { path: string; table: Record<string, unknown> };
  environment: NodeJS.ProcessEnv;
  /** Flags that were given, by their long names; what was not given is absent. */
  flags: Readonly<Record<string, unknown>>;
};

type Candidate = { origin: Origin; label: string; value: unknown };

/**
 * Puts a configuration together: defaults, then the file, then the environment, then flags. Everything that is wrong is
 * told at once, with its place.
 */
export function readConfig(sources: ConfigSources): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const origins: Record<string, Origin> = {};
  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, Setting][]) {
    values[name] = setting.fallback;
    origins[name] = { kind: 'default' };
    for (const { origin, label, value } of candidates(setting, sources)) {
      const read = setting.kind.read(value);
      if (read === undefined) {
        problems.push(`${label} must be ${setting.kind.expected}, not ${redactText(describeValue(value), [])}`);
      } else {
        values[name] = read;
        origins[name] = origin;
      }
    }
  }
  const { file } = sources;
  const { missing, warnings } = file === undefined ? { missing: [], warnings: [] } : findUnknownKeys(file);
  problems.push(...missing, ...findContradictions(values as ConfigValues));
  if (problems.length > 0) throw toError(problems);
  return {
    values: values as ConfigValues,
    origins: origins as Config['origins'],
    file: file?.path,
    warnings,
  };
}

/** The values that a setting was given, weakest first. An empty variable is as good as none. */
function candidates(setting: Setting, { file, environment, flags }: ConfigSources): Candidate[] {
  const found: Candidate[] = [];
  for (const key of [setting.alias, setting.key]) {
    const value = key === undefined || file === undefined ? undefined : valueAt(file.table, key);
    if (file === undefined || value === undefined) continue;
    found.push({ origin: { kind: 'file', path: file.path }, label: `${file.path}: ${key}`, value });
  }
  const variable = setting.environment;
  const text = variable === undefined ? undefined : environment[variable];
  if (variable !== undefined && text !== undefined && text.trim() !== '') {
    const value = setting.kind.fromText(text);
    found.push({ origin: { kind: 'environment', name: variable }, label: variable, value });
  }
  const flag = setting.flag === undefined ? undefined : flags[setting.flag];
  if (flag !== undefined) {
    const value = typeof flag === 'string' ? setting.kind.fromText(flag) : flag;
    found.push({ origin: { kind: 'flag', name: `--${setting.flag}` }, label: `--${setting.flag}`, value });
  }
  return found;
}

function valueAt(table: unknown, key: string): unknown {
  return key.split('.').reduce<unknown>((at, part) => {
    return typeof at === 'object' && at !== null && Object.hasOwn(at, part)
      ? (at as Record<string, unknown>)[part]
      : undefined;
  }, table);
}

/** Settings that need each other. */
function findContradictions(values: ConfigValues): string[] {
  const { authMode, authEndpoint, tokenInfoEndpoint, tlsCertFile, tlsKeyFile } = values;
  const problems: string[] = [];
  if ((authEndpoint === undefined) !== (tokenInfoEndpoint === undefined)) {
    problems.push('AUTH_ENDPOINT and TOKEN_INFO_ENDPOINT are needed together, but only one of them is set');
  } else if (authMode === 'external' && authEndpoint === undefined) {
    problems.push('server.auth.mode is external, which needs AUTH_ENDPOINT and TOKEN_INFO_ENDPOINT');
  }
  if ((tlsCertFile === undefined) !== (tlsKeyFile === undefined)) {
    problems.push('server.tls.cert_file and server.tls.key_file are needed together, but only one of them is set');
  }
  return problems;
}

function toError(problems: readonly string[]): PosthouseError {
  const [only] = problems;
  const message =
    problems.length === 1
      ? `the configuration cannot be used: ${only}`
      : [`the configuration cannot be used; there are ${problems.length} problems:`, ...problems].join('\n  ');
  return invalidConfiguration(message, { details: problems });
}
