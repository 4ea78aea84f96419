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
  if (named !== undefined) return { model: named, sentence: `All agents use ${named}.` };
  if (isSet(environment.OPENAI_API_KEY)) {
    return {
      model: 'openai/gpt-5-mini',
      sentence: 'All agents use openai/gpt-5-mini, because OPENAI_API_KEY is set.',
    };
  }
  if (isSet(environment.ANTHROPIC_API_KEY)) {
    const model = 'anthropic/claude-haiku-4-5';
    return { model, sentence: `All agents use ${model}, because ANTHROPIC_API_KEY is set.` };
  }
  return {
    sentence:
      'All agents are scripted, and nothing leaves this machine; set OPENAI_API_KEY or ANTHROPIC_API_KEY to use a real model.',
  };
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}
