import type { ModelOptions } from './model-options.ts';

const KEY_VARIABLES = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'OPENAI_COMPATIBLE_API_KEY',
  'LITELLM_PROXY_API_KEY',
] as const;

/** Everything that is sent to a provider to identify us, and so must not be repeated to anybody. */
export function secretsOf({ userToken, providers = {}, environment = process.env }: ModelOptions): string[] {
  const given = Object.values(providers).flatMap(({ apiKey, headers = {} }) => [apiKey, ...Object.values(headers)]);
  const known = [userToken, ...given, ...KEY_VARIABLES.map((name) => environment[name])];
  return known.filter((secret) => secret !== undefined && secret !== '') as string[];
}
