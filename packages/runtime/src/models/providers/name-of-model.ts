import type { ModelRef } from '../../definitions/agent.ts';

/** The name in the configuration; of a model that came as an object, what the AI SDK says of it. */
export function nameOfModel(ref: ModelRef): string {
  if (typeof ref === 'string') return ref;
  const { provider, modelId } = ref;
  return `${provider.split('.')[0] ?? provider}/${modelId}`;
}
