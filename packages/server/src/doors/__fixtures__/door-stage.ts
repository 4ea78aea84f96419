import OpenAI, { type ClientOptions } from 'openai';
import type { Stage } from '../../__fixtures__/stage.ts';

/** The real client of OpenAI's, for somebody on a stage. It does not ask twice unless a test wants that. */
export async function openAIFor(stage: Stage, as = 'alice', options: ClientOptions = {}): Promise<OpenAI> {
  return openAIAt((await stage.listen()).url, as, options);
}

export function openAIAt(url: string, apiKey: string, options: ClientOptions = {}): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0, ...options });
}

export { OpenAI };

export async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
