import type { Api, AssistantMessage, Model } from '@earendil-works/pi-ai';

/** What a model has said before it says anything. */
export function emptyMessage(
  { api, provider, id }: Pick<Model<Api>, 'api' | 'provider' | 'id'>,
  stopReason: AssistantMessage['stopReason'],
): AssistantMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    role: 'assistant',
    content: [],
    api,
    provider,
    model: id,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost },
    stopReason,
    timestamp: Date.now(),
  };
}
