import { invalidConfiguration } from '@posthouse/protocol';
import type { ModelRef } from '../../definitions/agent.ts';
import { closestName } from '../../definitions/closest-name.ts';

/** What a model's name may begin with. */
export const MODEL_PREFIXES = ['openai', 'anthropic', 'openai-compatible', 'litellm_proxy', 'scripted'] as const;
export type ModelPrefix = (typeof MODEL_PREFIXES)[number];

export type ModelName = { prefix: ModelPrefix; id: string };

/**
 * Splits the name of a model into who serves it and how they call it. Throws `invalid_configuration` for a name that
 * nobody serves, with the name that was probably meant.
 *
 * @example
 * parseModelName('openai/gpt-5-mini'); // { prefix: 'openai', id: 'gpt-5-mini' }
 */
export function parseModelName(name: string): ModelName {
  const slash = name.indexOf('/');
  const prefix = slash === -1 ? '' : name.slice(0, slash);
  const id = name.slice(slash + 1);
  if (isModelPrefix(prefix) && id !== '') return { prefix, id };

  const valid = MODEL_PREFIXES.map((each) => `${each}/…`).join(', ');
  const meant = suggest({ prefix, id });
  throw invalidConfiguration(
    `the model ${JSON.stringify(name)} is not known: a model is ${valid}${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`,
  );
}

function isModelPrefix(prefix: string): prefix is ModelPrefix {
  return MODEL_PREFIXES.some((each) => each === prefix);
}

function suggest({ prefix, id }: { prefix: string; id: string }): string | undefined {
  if (id === '') return undefined;
  const meant = closestName(prefix, MODEL_PREFIXES) ?? likelyPrefix(id);
  return meant === undefined ? undefined : `${meant}/${id}`;
}

/** Models of the large providers are mostly known by their bare names. */
function likelyPrefix(id: string): ModelPrefix | undefined {
  if (/^claude/i.test(id)) return 'anthropic';
  if (/^(gpt|o\d|codex)/i.test(id)) return 'openai';
  return undefined;
}

/** The name in the configuration; of a model that came as an object, what the AI SDK says of it. */
export function nameOfModel(ref: ModelRef): string {
  if (typeof ref === 'string') return ref;
  const { provider, modelId } = ref;
  return `${provider.split('.')[0] ?? provider}/${modelId}`;
}
