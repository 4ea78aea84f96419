import OpenAI, { type ClientOptions } from 'openai';
import type { Stage } from '../../__fixtures__/stage.ts';

/** The real client of OpenAI's, for somebody on a stage. It does not ask twice unless a test wants that. */
export async function openAIFor(stage: Stage, as = 'alice', options: ClientOptions = {}): Promise<OpenAI> {
  const { url } = await stage.listen();
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: as, maxRetries: 0, ...options });
}

export async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
