/** Which language model plays the agents, and how to say so. */
export type ChosenModel = { model?: string; sentence: string };

/**
 * The model to use: the one that was named, else one of the provider there is a key for, else none, and scripts play the
 * agents offline.
 *
 * @example chooseModel(undefined, { OPENAI_API_KEY: 'sk-…' }).model // 'openai/gpt-5-mini'
 */
export function chooseModel(
  named: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): ChosenModel {
  if (named !== undefined) return { model: named, sentence: `${named} plays all agents.` };
  if (isSet(environment.OPENAI_API_KEY)) {
    return {
      model: 'openai/gpt-5-mini',
      sentence: 'openai/gpt-5-mini plays all agents, because OPENAI_API_KEY is set.',
    };
  }
  if (isSet(environment.ANTHROPIC_API_KEY)) {
    const model = 'anthropic/claude-haiku-4-5';
    return { model, sentence: `${model} plays all agents, because ANTHROPIC_API_KEY is set.` };
  }
  return {
    sentence:
      'Scripts play all agents and nothing leaves this machine; set OPENAI_API_KEY or ANTHROPIC_API_KEY for a real model.',
  };
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}
