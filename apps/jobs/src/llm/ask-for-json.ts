import type { z } from 'zod';
import type { Language } from '../errors/language.ts';
import { askModels, type AskOptions } from './ask-models.ts';

export type JSONQuestion<Schema extends z.ZodType> = {
  readonly system: string;
  readonly prompt: string;
  readonly schema: Schema;
  readonly language: Language;
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** An answer that does not hold, even after the model was told why. */
class UnfitAnswer extends Error {
  constructor(complaints: readonly string[]) {
    super(complaints.join(' '));
    this.name = 'UnfitAnswer';
  }
}

const AGAIN = {
  en: (complaints: string) =>
    `That answer cannot be used: ${complaints}\nAnswer again with the corrected JSON object only.`,
  zh: (complaints: string) => `上面的回答无法使用：${complaints}\n请只用更正后的 JSON 对象重新回答。`,
};

/**
 * Asks for a JSON object and checks it. An answer that does not hold is sent back once, with what is wrong with it;
 * then it is `UnfitAnswer`.
 */
export async function askForJSON<Schema extends z.ZodType>(
  models: AskOptions,
  question: JSONQuestion<Schema>,
): Promise<z.output<Schema>> {
  const { system, prompt, language, signal, temperature, maxTokens } = question;
  const messages: Parameters<typeof askModels>[1]['messages'] = [
    { role: 'user', content: prompt, timestamp: Date.now() },
  ];
  let problem: UnfitAnswer | undefined;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const stream = askModels(
      models,
      { systemPrompt: system, messages },
      {
        ...(signal && { signal }),
        temperature,
        maxTokens,
      },
    );
    const message = await stream.result();
    signal?.throwIfAborted();
    if (message.stopReason === 'error' || message.stopReason === 'aborted') {
      throw new Error(message.errorMessage ?? 'The model failed without saying why.');
    }
    const text = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    const answer = readAnswer(text, question.schema);
    if (!(answer instanceof UnfitAnswer)) return answer.value;
    problem = answer;
    messages.push(message, { role: 'user', content: AGAIN[language](problem.message), timestamp: Date.now() });
  }
  throw problem!;
}

function readAnswer<Schema extends z.ZodType>(text: string, schema: Schema): { value: z.output<Schema> } | UnfitAnswer {
  const value = findObject(text);
  if (value === undefined) return new UnfitAnswer(['It contains no JSON object.']);
  const { success, data, error } = schema.safeParse(value);
  if (success) return { value: data };
  return new UnfitAnswer(
    error.issues.slice(0, MAX_COMPLAINTS).map(({ path, message }) => `${path.join('.') || 'object'}: ${message}.`),
  );
}

const MAX_COMPLAINTS = 10;

/** The JSON object in a text, which may have words or a fence around it. */
function findObject(text: string): unknown {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start === -1 || end < start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
