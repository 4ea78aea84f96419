import type { CallPart, ReasoningPart, TextPart } from './swarm-message.ts';

/** The agent that a part comes from. Parts that come from elsewhere name none, and belong to nobody in particular. */
export function agentOf(part: TextPart | ReasoningPart | CallPart): string {
  const metadata = part.type === 'dynamic-tool' ? part.callProviderMetadata : part.providerMetadata;
  const agent = metadata?.mail?.agent;
  return typeof agent === 'string' ? agent : 'swarm';
}
