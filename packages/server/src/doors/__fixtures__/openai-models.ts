import { createOpenAI } from '@ai-sdk/openai';

/** The models of OpenAI's provider for the AI SDK, pointed at a server of ours. */
export function openAIModels(url: string, apiKey: string, swarm: string) {
  const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey });
  return { responses: openai.responses(swarm), chat: openai.chat(swarm) };
}
