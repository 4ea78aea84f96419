import { isJSONObject, type JSONObject, type JSONValue } from '@posthouse/protocol';

/** The variable that a key for a model server of the caller's is handed over in. */
export const KEY_VARIABLE = 'POSTHOUSE_CODEX_KEY';

/**
 * What keeps Codex from talking to anybody but its model, and what leads it to another model server. With its built-in
 * provider a `baseURL` would be tried as a web socket first, for several seconds.
 */
export function toCodexConfig({
  baseURL,
  config,
}: {
  baseURL?: string | undefined;
  config?: JSONObject | undefined;
}): JSONObject {
  const provider: JSONObject =
    baseURL === undefined
      ? {}
      : {
          model_provider: 'posthouse',
          model_providers: {
            posthouse: { name: 'Posthouse', base_url: baseURL, wire_api: 'responses', env_key: KEY_VARIABLE },
          },
        };
  const quiet: JSONObject = {
    // Plugins make the process stay for seconds after it has answered, looking for updates.
    features: { plugins: false, apps: false },
    analytics: { enabled: false },
    feedback: { enabled: false },
    check_for_update_on_startup: false,
    otel: { exporter: 'none', trace_exporter: 'none', metrics_exporter: 'none' },
  };
  return merge(merge(quiet, provider), config ?? {});
}

/**
 * Configuration as arguments of the command line.
 *
 * @example
 * toConfigArguments({ features: { apps: false } }); // ['-c', 'features.apps=false']
 */
export function toConfigArguments(config: JSONObject): string[] {
  return flatten(config, '').flatMap(([key, value]) => ['-c', `${key}=${toToml(value)}`]);
}

function flatten(config: JSONObject, prefix: string): [string, JSONValue][] {
  return Object.entries(config).flatMap(([key, value]): [string, JSONValue][] => {
    const path = `${prefix}${toKey(key)}`;
    return isJSONObject(value) ? flatten(value, `${path}.`) : [[path, value]];
  });
}

function toToml(value: JSONValue): string {
  if (Array.isArray(value)) return `[${value.map(toToml).join(',')}]`;
  if (isJSONObject(value)) {
    return `{${Object.entries(value)
      .map(([key, inner]) => `${toKey(key)}=${toToml(inner)}`)
      .join(',')}}`;
  }
  // The strings of JSON are strings of TOML.
  return JSON.stringify(value);
}

function toKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}

function merge(base: JSONObject, over: JSONObject): JSONObject {
  const merged: JSONObject = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = merged[key];
    merged[key] = isJSONObject(value) && isJSONObject(before) ? merge(before, value) : value;
  }
  return merged;
}
